import { type AccessScope, isShutOut } from '@kerb/domain/access/access-scope.ts';
import type { SecurityEventKind } from '@kerb/domain/audit/security-events.ts';
import { checkFieldsText, type Decision, type FieldErrors } from '@kerb/domain/kernel/decision.ts';
import type { ProblemCode } from '@kerb/domain/kernel/problem-types.ts';
import { expiredSentence } from '@kerb/domain/wire/problem.ts';

type Extra = {
  validation?: FieldErrors;
  retryAfterSeconds?: number;
  existing?: { id: number; href: string };
  cause?: unknown;
};

/** An expected error, which is reported to the caller. Any other thrown error is a bug and answers 500. */
export class Problem extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly validation: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The record that has what must be unique, for a caller who may see it. */
  readonly existing: { id: number; href: string } | undefined;
  /** The security event that this refusal is; undefined for ordinary mistakes. */
  event: SecurityEventKind | undefined;

  constructor(status: number, code: ProblemCode, displayText: string, extra: Extra = {}) {
    super(displayText, { cause: extra.cause });
    this.status = status;
    this.code = code;
    this.validation = extra.validation;
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.existing = extra.existing;
  }
}

/** A refusal that is recorded as a security event. */
export const recorded = (problem: Problem, event: SecurityEventKind): Problem => Object.assign(problem, { event });

/** Also for records outside the caller's scope, so that ids cannot be probed. */
export const notFound = (what: string) => new Problem(404, 'not-found', `No ${what} found with this ID.`);
/** A member without the permission is told so, whatever their standing elsewhere. To others the record is not there. */
export const outOfScope = (scope: AccessScope, tenantId: number | undefined, what: string) =>
  tenantId !== undefined && isShutOut(scope, tenantId) ? notPermitted() : notFound(what);
export const methodNotAllowed = (methods: readonly string[]) =>
  new Problem(405, 'method-not-allowed', `This address takes ${methods.join(', ')}.`);
export const notSignedIn = () => new Problem(401, 'not-signed-in', expiredSentence);
export const notPermitted = () => new Problem(403, 'not-permitted', 'Your role does not allow this.');
const changedMeanwhile = 'Someone else has changed this since you opened it. Nothing of yours was saved.';
export const conflict = () => new Problem(409, 'conflict', changedMeanwhile);
/** The caller's If-Match names an earlier version (RFC 9110, 13.1.1). */
export const outdated = () => new Problem(412, 'precondition-failed', changedMeanwhile);
export const invalid = (validation: FieldErrors, displayText = checkFieldsText) =>
  new Problem(400, 'invalid', displayText, { validation });
export function tooMany(retryAfterSeconds: number): Problem {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const words = `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`;
  return new Problem(429, 'too-many', words, { retryAfterSeconds });
}

/** The server or a queue is full. */
export const serviceBusy = (retryAfterSeconds: number) =>
  new Problem(503, 'busy', 'The service is busy. Please try again in a moment.', { retryAfterSeconds });

/** Another server answers. */
export const stopping = (status: 503 | 504) =>
  new Problem(status, 'stopping', 'This server is about to stop. Please try again.', { retryAfterSeconds: 1 });

export const unreadableWords = 'The request could not be read.';

/** The deployment has no provider for this. Retrying does not help; its administrator has to configure one. */
export const notSetUp = (sentence: string) => new Problem(503, 'not-set-up', sentence);

/** A refusal of the actor, whatever the record is. */
export function mustBePermitted(verdict: Decision<null>): void {
  if (!verdict.ok) throw new Problem(403, verdict.code, verdict.because);
}

/** Unwraps a decision: returns its value, or throws its refusal as a problem. */
export function mustAllow<T>(decision: Decision<T>): T {
  if (decision.ok) return decision.value;
  if (decision.validation) throw new Problem(400, decision.code, decision.because, { validation: decision.validation });
  throw new Problem(409, decision.code, decision.because);
}
