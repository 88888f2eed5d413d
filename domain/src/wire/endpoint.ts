import type { Permission } from '@kerb/domain/access/permissions.ts';
import type { Proof } from '@kerb/domain/access/proof.ts';
import type * as z from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** 303: to the screen, for a browser. 404: of a record that a query or the body names. 410: of a file that is gone. */
type AlsoAnswered = 303 | 304 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 415 | 429;
type ObjectSchema = z.ZodMiniObject;

/**
 * - `reads`: it changes nothing.
 * - `secret`: its answer has a secret that is stored nowhere, so the answer cannot be stored either.
 * - `code`: it sends or takes a code. Each attempt counts, and a repetition must not reveal an earlier one.
 * - `provider`: it asks a provider between its transactions. The state of the record says what is already done.
 */
export type WithoutKey = 'reads' | 'secret' | 'code' | 'provider';

/** One HTTP endpoint: the server mounts it, the web calls it, the documentation prints it. */
export type Endpoint = {
  method: Method;
  path: `/${string}`;
  /** Its row of the permission matrix; 'anyone' needs no sign-in. */
  permission: Permission | 'anyone';
  summary: string;
  params?: ObjectSchema;
  query?: ObjectSchema;
  body?: z.ZodMiniType;
  /** Absent if the answer is empty (204) or a file. */
  response?: z.ZodMiniType;
  /** The content type of a file answer. */
  file?: string;
  /** The same records as a spreadsheet, if the Accept header asks for `text/csv`. */
  csv?: true;
  /** The same as server-sent events that do not end, if the Accept header asks for `text/event-stream`. */
  stream?: true;
  status?: 200 | 201 | 202;
  /** Statuses of its answers that do not follow from the rest of the contract (statuses.ts). */
  also?: readonly AlsoAnswered[];
  /** Where the new record is read. Its names are fields of the answer, or else parameters of this path. */
  location?: `/${string}`;
  /** The answer carries the record's version in its ETag. */
  versioned?: true;
  /** A write may send that ETag back as If-Match. If the record has another version, nothing is saved: 412. */
  ifMatch?: true;
  /** Needs an Idempotency-Key: repeated, in parallel or after a crash, it runs once and gives the same answer. */
  idempotent?: true;
  /** Why a POST of a signed-in caller takes no Idempotency-Key. Every other one takes it, if it is sent. */
  withoutKey?: WithoutKey;
  /** The body is a form with a file, which the handler reads. */
  upload?: true;
  /** Whether the call needs a password or code within the last minutes: always, or by the fields that are sent. */
  proof?: Proof;
};

type Decoded<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : undefined;

/** What a handler receives: decoded, with cents for dollars and ids for links. */
export type InputOf<E extends Endpoint> = {
  params: Decoded<E['params']>;
  query: Decoded<E['query']>;
  body: Decoded<E['body']>;
};
export type OutputOf<E extends Endpoint> = Decoded<E['response']>;

/** Whether a caller may send an Idempotency-Key and need not. */
export type TakesKey<E extends Endpoint> = E extends { method: 'POST' }
  ? E extends { permission: 'anyone' } | { idempotent: true } | { withoutKey: WithoutKey }
    ? false
    : true
  : false;
export const takesKey = ({ method, permission, idempotent, withoutKey }: Endpoint): boolean =>
  method === 'POST' && permission !== 'anyone' && !idempotent && withoutKey === undefined;

export type EndpointTable = Record<string, Endpoint>;
export const defineEndpoints = <const Table extends EndpointTable>(table: Table): Table => table;
