import type { Permission } from '@kerb/domain/access/permissions.ts';
import type { Proof } from '@kerb/domain/access/proof.ts';
import type * as z from 'zod/mini';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type ObjectSchema = z.ZodMiniObject;

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
  /** The answer carries an ETag, and a write may send it back as If-Match. */
  versioned?: true;
  /** Needs an Idempotency-Key: repeated, in parallel or after a crash, it runs once and gives the same answer. */
  idempotent?: true;
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

export type EndpointTable = Record<string, Endpoint>;
export const defineEndpoints = <const Table extends EndpointTable>(table: Table): Table => table;
