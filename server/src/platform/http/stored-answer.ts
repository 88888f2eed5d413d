import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import type { AnswerEncoder } from '@kerb/server/platform/http/answer-encoder.ts';
import * as z from 'zod/mini';

/** The headers that are part of a response: its version and where the new record is read. */
export type AnswerHeaders = { etag?: string; location?: string };
type Parts = { status: number; contentType: string | null; text: string; headers?: AnswerHeaders };

/** A response as its bytes, stored with its key and replayed unchanged. */
export class StoredAnswer {
  readonly status: number;
  /** Null if there is no content. */
  readonly contentType: string | null;
  readonly text: string;
  readonly headers: AnswerHeaders;
  constructor({ status, contentType, text, headers = {} }: Parts) {
    this.status = status;
    this.contentType = contentType;
    this.text = text;
    this.headers = headers;
  }
}

/** The response of a versioned endpoint: the value, and the version for its ETag. */
export type Versioned<T> = { value: T; version: number };

/** Fills the names of an address from the new record, or else from the address of the request. */
function locationOf(template: string, record: unknown, params: unknown): string {
  const named: Record<string, unknown> = { ...(params as object | undefined), ...(record as object) };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(named[name]));
}

export const jsonType = 'application/json; charset=utf-8';
const checked: AnswerEncoder = (schema, value) => z.encode(schema, value as never);

/** The response that states a handler's result. A stored one is checked in every mode: it is replayed for two days. */
export function answerFor(endpoint: Endpoint, answer: unknown, params: unknown, encode = checked): StoredAnswer {
  if (!endpoint.response) return new StoredAnswer({ status: 204, contentType: null, text: '' });
  const { value, version } = endpoint.versioned ? (answer as Versioned<unknown>) : { value: answer, version: null };
  const encoded = encode(endpoint.response, value);
  return new StoredAnswer({
    status: endpoint.status ?? 200,
    contentType: jsonType,
    text: JSON.stringify(encoded),
    headers: {
      ...(version !== null && { etag: `"${version}"` }),
      ...(endpoint.location && { location: locationOf(endpoint.location, encoded, params) }),
    },
  });
}
