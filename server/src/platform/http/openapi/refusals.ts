import { type ProblemCode, problemTypes } from '@kerb/domain/kernel/problem-types.ts';
import { notValid } from '@kerb/domain/kernel/validation-words.ts';
import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import { statusesOf } from '@kerb/domain/wire/statuses.ts';
import { problemText } from '@kerb/server/platform/http/errors.ts';
import { exampleRequestId } from '@kerb/server/platform/http/openapi/example-values.ts';
import type { Json } from '@kerb/server/platform/http/openapi/schemas.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';

type Refusal = { name: string; description: string; example: ProblemCode };

/** What each status means, with the most usual problem as the example. */
// biome-ignore format: a table
const refusals: Record<number, Refusal> = {
  400: { name: 'Invalid', description: 'A field or a parameter is missing, unknown or not valid; `validation` says which', example: 'invalid' },
  401: { name: 'NotSignedIn', description: 'There is no valid token; `WWW-Authenticate` says why', example: 'not-signed-in' },
  402: { name: 'Declined', description: 'The card was declined', example: 'card-declined' },
  403: { name: 'NotPermitted', description: 'The program or the person may not do this', example: 'not-permitted' },
  404: { name: 'NotFound', description: 'The record, or one that the request names, does not exist for you', example: 'not-found' },
  409: { name: 'Conflict', description: 'The state of the record does not allow it', example: 'status-not-allowed' },
  410: { name: 'Gone', description: 'The file was erased or is damaged', example: 'erased' },
  412: { name: 'Outdated', description: 'The record has another version than `If-Match` says; nothing was saved', example: 'precondition-failed' },
  413: { name: 'TooLarge', description: 'The body or its file is too large', example: 'too-large' },
  415: { name: 'Unsupported', description: 'The body has another media type than the call takes', example: 'unsupported' },
  422: { name: 'KeyReused', description: 'The Idempotency-Key was sent before with another request', example: 'idempotency-key-reused' },
  429: { name: 'TooMany', description: 'Too many requests', example: 'too-many' },
};

const refTo = (name: string) => ({ $ref: `#/components/responses/${name}` });
const failure = 'Failure';
/** Statuses that every address can answer, so that no operation names them. */
export const otherwise = refTo(failure);

/** The refusals that an operation declares, by status, and all others. */
export function refusalsOf(endpoint: Endpoint): Json {
  const named = statusesOf(endpoint).flatMap((status) => {
    const refusal = refusals[status];
    return refusal ? [[status, refTo(refusal.name)] as const] : [];
  });
  return { ...Object.fromEntries(named), default: otherwise };
}

/** A body as the server sends it: the same function writes both. */
export function exampleProblem(code: ProblemCode): string {
  const { status, when } = problemTypes[code];
  const mistakes = { campaignBudget: [{ type: 'notValid' as const, message: notValid }] };
  const sentence = `${when.replaceAll('`', '')}.`;
  return problemText(
    new Problem(status, code, sentence, status === 400 ? { validation: mistakes } : {}),
    exampleRequestId,
  );
}

function contentOf(code: ProblemCode): Json {
  const example: unknown = JSON.parse(exampleProblem(code));
  return { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, example } };
}

const retryAfter = { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } };

/** The responses that the operations of a document refer to. */
export function refusalComponents(endpoints: readonly Endpoint[]): Record<string, Json> {
  const used = new Set(endpoints.flatMap((endpoint) => statusesOf(endpoint)));
  const named = Object.entries(refusals)
    .filter(([status]) => used.has(Number(status)))
    .map(([status, { name, description, example }]): [string, Json] => [
      name,
      { description, ...(status === '429' && retryAfter), content: contentOf(example) },
    ]);
  const description =
    'What every address can answer: a wrong method (405), a request that cannot be read, a fault of ours';
  const content = contentOf('unexpected');
  return Object.fromEntries([...named, [failure, { description, content }]]);
}
