import type { Endpoint, OutputOf } from '@kerb/domain/wire/endpoint.ts';
import type * as z from 'zod/mini';

/** What the server sends, before the contract decodes it. */
export type SentOf<E extends Endpoint> = E['response'] extends z.core.$ZodType ? z.input<E['response']> : undefined;

/**
 * An endpoint of a contract for a caller that trusts the server's answers: it is called without the contract, and so
 * without the library that checks values. The first screen of the web uses these. A test compares each with its
 * contract.
 */
export type PlainCall<E extends Endpoint> = {
  method: E['method'];
  path: E['path'];
  permission: E['permission'];
  /** Turns what was sent into domain values: cents for dollars, ids for links. */
  read: (sent: SentOf<E>) => OutputOf<E>;
};

/** For answers that have the same values inside as on the wire. */
export const asSent = <T>(sent: T): T => sent;

const flagText = (flag: boolean): string => (flag ? '1' : '');

/** A value in an address, as the codecs of queries write it. */
export const queryText = (value: unknown): string => (typeof value === 'boolean' ? flagText(value) : String(value));
