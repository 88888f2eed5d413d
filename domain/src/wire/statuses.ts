import { type Endpoint, takesKey } from '@kerb/domain/wire/endpoint.ts';

/**
 * Statuses that every address can answer: a wrong method, bytes that are no request, and faults of ours (5xx). No
 * endpoint declares them.
 */
export const isOfEveryAddress = (status: number): boolean => [405, 408, 431].includes(status) || status >= 500;

/** The status of an answer without content or with a file is not in the contract. */
export function successOf({ status, response, file }: Endpoint): number {
  if (file !== undefined) return 200;
  return response === undefined ? 204 : (status ?? 200);
}

/** Whether the answer carries a tag of its bytes, with which the caller may ask again. */
export const isTagged = ({ method, response }: Endpoint): boolean => method === 'GET' && response !== undefined;
const hasBody = ({ body, upload }: Endpoint): boolean => body !== undefined || upload === true;

/** The content type of a file that somebody has uploaded. It can be damaged, or erased. */
const anyFile = 'application/octet-stream';

type Rule = { status: number; when: (endpoint: Endpoint) => boolean };

/** What follows from the contract. An endpoint names what else it answers in `also`. */
// biome-ignore format: a table
const rules: readonly Rule[] = [
  { status: 304, when: isTagged },
  // Each endpoint refuses parameters that it does not know.
  { status: 400, when: () => true },
  { status: 401, when: ({ permission }) => permission !== 'anyone' },
  { status: 403, when: ({ permission }) => permission !== 'anyone' },
  { status: 404, when: ({ params }) => params !== undefined },
  // A document is drawn from a record, which may not be ready for it.
  { status: 409, when: ({ method, file }) => method !== 'GET' || file === 'application/pdf' },
  { status: 410, when: ({ file = '' }) => file.startsWith('image/') || file === anyFile },
  { status: 412, when: ({ ifMatch }) => ifMatch === true },
  { status: 413, when: hasBody },
  { status: 415, when: hasBody },
  { status: 422, when: (endpoint) => endpoint.idempotent === true || takesKey(endpoint) },
  { status: 429, when: ({ permission }) => permission !== 'anyone' },
];

/** Every status that an endpoint answers, except those of every address. The API document prints them. */
export function statusesOf(endpoint: Endpoint): readonly number[] {
  const ruled = rules.filter(({ when }) => when(endpoint)).map(({ status }) => status);
  return [successOf(endpoint), ...ruled, ...(endpoint.also ?? [])].toSorted((a, b) => a - b);
}
