import type { Endpoint, OutputOf } from '@kerb/domain/wire/endpoint.ts';
import { type PlainCall, queryText } from '@kerb/domain/wire/plain-call.ts';
import { respond } from '@kerb/web/platform/authorised.ts';
import { readJson } from '@kerb/web/platform/send.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';

type PlainInput<E extends Endpoint> = Pick<CallInput<E>, 'query' | 'signal'>;

/** Absent values are not sent. */
export function plainAddress(path: string, query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, queryText(value)])).toString();
  return search ? `${path}?${search}` : path;
}

/** Reads what the first screen needs, without the contracts. Everything else uses `call`. */
export async function callPlain<E extends Endpoint>(
  plain: PlainCall<E>,
  { query, signal }: PlainInput<E> = {} as PlainInput<E>,
): Promise<OutputOf<E>> {
  const init: RequestInit = {
    method: plain.method,
    headers: { accept: 'application/json' },
    ...(signal && { signal }),
  };
  const response = await respond(plain, plainAddress(plain.path, query), init);
  return await readJson(plain.path, response, (body) => plain.read(body as never));
}
