import type { SecurityEventKind } from '@kerb/domain/audit/security-events.ts';
import type { FastifyRequest } from 'fastify';

/** The reason of a refusal, with facts that the response does not have. */
export type Refusal = {
  kind: SecurityEventKind;
  /** Whose account it is about; only a keyed hash of it is stored. */
  account?: string;
  /** How the person tried to prove who they are. */
  means?: string;
  detail?: Record<string, string>;
};

/**
 * The name of an account in security events, the same for every spelling of its e-mail address. A Payment URL has one
 * of its own, by the payer's record: it must not be taken for the account with the payer's address.
 */
export const accountOfUser = (userId: number): string => `user ${userId}`;

/** Null: the refusal is part of ordinary use. */
const marks = new WeakMap<FastifyRequest, Refusal | null>();
type Remembered = { account: string; means: string | undefined };
const accounts = new WeakMap<FastifyRequest, Remembered>();

/**
 * Stores why a request is refused. The security event is written after the response, so that the response does not wait
 * for it.
 */
export const markRefusal = (request: FastifyRequest, refusal: Refusal | null): void => void marks.set(request, refusal);
export const refusalOf = (request: FastifyRequest): Refusal | null | undefined => marks.get(request);

/** Whose request this is, for the event of a later refusal. */
export const rememberAccount = (request: FastifyRequest, account: string, means?: string): void =>
  void accounts.set(request, { account, means });
export const accountOf = (request: FastifyRequest): Remembered | undefined => accounts.get(request);
