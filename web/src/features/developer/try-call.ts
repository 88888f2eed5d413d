import { formType, jsonType, type Operation } from '@kerb/web/features/developer/openapi.ts';
import { networkProblem, problemFrom } from '@kerb/web/platform/api-problem.ts';
import { changesAreOffProblem, withToken } from '@kerb/web/platform/authorised.ts';
import { changesAreOff } from '@kerb/web/platform/view-as.ts';

/** The typed input: parameters by name, and the body as text. */
export type Typed = { values: Record<string, string>; body: string };
export type Tried = { status: number; durationMs: number; etag: string | null; text: string };

const longestText = 20_000;

/** The names and values of the parameters that are filled in. */
const filledIn = ({ parameters = [] }: Operation, place: 'query' | 'header', values: Typed['values']) =>
  parameters
    .filter((each) => each.in === place)
    .map(({ name }): [string, string] => [name, values[name]?.trim() ?? ''])
    .filter(([, text]) => text !== '');

/** The address with the typed parameters filled in. Empty query parameters are omitted. */
export function addressOf(path: string, operation: Operation, values: Typed['values']): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]?.trim() ?? ''));
  const query = new URLSearchParams(filledIn(operation, 'query', values)).toString();
  return query ? `${filled}?${query}` : filled;
}

function initOf(method: string, operation: Operation, { values, body }: Typed): RequestInit & { headers: object } {
  const content = operation.requestBody?.content;
  const bodyType = content && [jsonType, formType].find((type) => content[type]);
  const headers = filledIn(operation, 'header', values);
  return {
    method,
    headers: { ...Object.fromEntries(headers), ...(bodyType && { 'content-type': bodyType }) },
    ...(bodyType && { body }),
  };
}

async function textOf(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? '';
  if (!/json|text|csv/.test(type)) return type ? `A file: ${type}, ${(await response.blob()).size} bytes` : '';
  const text = await response.text();
  const readable = type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return readable.length > longestText ? `${readable.slice(0, longestText)}\n…` : readable;
}

/** Calls the real endpoint as the signed-in user. A refusal is shown like any other response. */
export async function tryCall(method: string, path: string, operation: Operation, typed: Typed): Promise<Tried> {
  const needsToken = operation.security?.length !== 0;
  if (needsToken && method !== 'GET' && changesAreOff()) throw changesAreOffProblem();
  const init = initOf(method, operation, typed);
  const began = performance.now();
  const attempt = async (headers: Record<string, string>) => {
    const response = await fetch(addressOf(path, operation, typed.values), {
      credentials: 'same-origin',
      ...init,
      headers: { ...init.headers, ...headers },
    }).catch((error) => {
      throw networkProblem(error);
    });
    if (needsToken && response.status === 401) throw problemFrom(401, await response.text());
    return response;
  };
  const response = needsToken ? await withToken(attempt) : await attempt({});
  const durationMs = Math.round(performance.now() - began);
  return { status: response.status, durationMs, etag: response.headers.get('etag'), text: await textOf(response) };
}
