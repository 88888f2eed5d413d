import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import { readJson } from '@kerb/web/platform/send.ts';
import { setValidationWords } from '@kerb/web/platform/validation-words.ts';
import * as z from 'zod/mini';

setValidationWords();

export type QueryOf<Q> = { [Name in keyof Q]?: Q[Name] | undefined };
type ParamsPart<E extends Endpoint> = E['params'] extends z.ZodMiniObject
  ? { params: z.output<E['params']> }
  : { params?: undefined };
type QueryPart<E extends Endpoint> = E['query'] extends z.ZodMiniObject
  ? { query?: QueryOf<z.output<E['query']>> }
  : { query?: undefined };
type BodyPart<E extends Endpoint> = E['body'] extends z.ZodMiniType
  ? { body: z.output<E['body']> }
  : { body?: undefined };

/** The input of a call: decoded domain values. Absent query values are not sent. */
export type CallInput<E extends Endpoint> = ParamsPart<E> &
  QueryPart<E> &
  BodyPart<E> & {
    /** The version that was read; the server refuses the write if it is no longer the newest. */
    ifMatch?: string | undefined;
    idempotencyKey?: string;
    /** Additional request headers. */
    headers?: Record<string, string>;
    signal?: AbortSignal;
  };

type LooseInput = {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  ifMatch?: string | undefined;
  idempotencyKey?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

const encodeEach = (schema: z.ZodMiniObject, values: Record<string, unknown>): [string, string][] =>
  Object.entries(values).flatMap(([name, value]) => {
    const field = schema.shape[name];
    if (value === undefined || !field) return [];
    return [[name, String(z.encode(field as z.ZodMiniType, value))] as [string, string]];
  });

export function addressOf(endpoint: Endpoint, { params, query }: LooseInput): string {
  const values = Object.fromEntries(endpoint.params && params ? encodeEach(endpoint.params, params) : []);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = new URLSearchParams(endpoint.query && query ? encodeEach(endpoint.query, query) : []).toString();
  return search ? `${path}?${search}` : path;
}

export function requestOf(endpoint: Endpoint, input: LooseInput): { address: string; init: RequestInit } {
  const headers: Record<string, string> = { ...input.headers, accept: endpoint.file ?? 'application/json' };
  const init: RequestInit = { method: endpoint.method, headers };
  if (endpoint.body) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(z.encode(endpoint.body, input.body));
  }
  if (input.ifMatch) headers['if-match'] = input.ifMatch;
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey;
  if (input.signal) init.signal = input.signal;
  return { address: addressOf(endpoint, input), init };
}

/** Parses the response, so that an incompatible server fails here and not in a component. */
export async function readAnswer(endpoint: Endpoint, response: Response): Promise<unknown> {
  const { response: schema } = endpoint;
  if (!schema || response.status === 204) return undefined;
  return await readJson(`${endpoint.method} ${endpoint.path}`, response, (body) => z.decode(schema, body as never));
}
