import type { FieldErrors } from '@kerb/domain/kernel/decision.ts';
import type { ProblemBody } from '@kerb/domain/wire/problem-body.ts';

/** 'refused': the server explained the reason. The others never reached it, or returned something else. */
export type ProblemKind = 'refused' | 'network' | 'unreadable' | 'expired' | 'viewing';

type ProblemParts = {
  kind: ProblemKind;
  status?: number;
  type?: string;
  displayText: string;
  validation?: FieldErrors;
  retryAfterSeconds?: number | null;
  requestId?: string;
  cause?: unknown;
};

export const networkSentence =
  'The server could not be reached. Check your internet connection and try again; nothing you typed is lost.';
const unreadableSentence = 'The server gave an answer that could not be read. Refresh the page and try again.';
const failedSentence = 'Something went wrong on our side. Try again in a moment.';

/** Why a call failed; `displayText` is written for the user. */
export class ApiProblem extends Error {
  readonly kind: ProblemKind;
  /** Zero if there was no response. */
  readonly status: number;
  readonly type: string;
  readonly displayText: string;
  readonly validation: FieldErrors;
  /** How long to wait before a retry, if the server says so. */
  readonly retryAfterSeconds: number | null;
  /** The reference of this failure in the server's log; null unless the fault is the server's. */
  readonly requestId: string | null;

  constructor({ kind, status = 0, type = 'about:blank', displayText, ...more }: ProblemParts) {
    super(displayText, { cause: more.cause });
    this.name = 'ApiProblem';
    this.kind = kind;
    this.status = status;
    this.type = type;
    this.displayText = displayText;
    this.validation = more.validation ?? {};
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
    this.requestId = more.requestId ?? null;
  }
}

export const networkProblem = (cause?: unknown) =>
  new ApiProblem({ kind: 'network', displayText: networkSentence, cause });
export const expiredProblem = (displayText: string) => new ApiProblem({ kind: 'expired', status: 401, displayText });
export const unreadableProblem = (status: number) =>
  new ApiProblem({ kind: 'unreadable', status, displayText: unreadableSentence });

const isProblem = (body: Partial<ProblemBody> | null): body is ProblemBody =>
  typeof body?.displayText === 'string' && typeof body.type === 'string';

/** A proxy's HTML error page is not problem+json: it gets our own message instead of markup on the screen. */
export function problemFrom(status: number, bodyText: string, retryAfter: string | null = null): ApiProblem {
  let read: Partial<ProblemBody> | null;
  try {
    read = JSON.parse(bodyText);
  } catch {
    // Not JSON: a proxy's response, handled below.
    read = null;
  }
  if (!isProblem(read)) return new ApiProblem({ kind: 'refused', status, displayText: failedSentence });
  const { type, displayText, validation, requestId } = read;
  const retryAfterSeconds = Number(retryAfter) || null;
  const parts = { kind: 'refused' as const, status, type, displayText, retryAfterSeconds };
  return new ApiProblem({ ...parts, ...(validation && { validation }), ...(requestId && { requestId }) });
}

/** Errors that were already reported, because a screen may render the same error many times. */
const reported = new WeakSet<object>();
function reportOnce(error: unknown): void {
  if (typeof error !== 'object' || error === null || reported.has(error)) return;
  reported.add(error);
  console.error(error);
}

/**
 * The message for any thrown value. A failure of the server has a reference that support can find in the log, unless
 * the message only asks to retry later.
 */
export function sentenceFor(error: unknown): string {
  if (!(error instanceof ApiProblem)) {
    reportOnce(error);
    return failedSentence;
  }
  const { displayText, requestId, retryAfterSeconds } = error;
  return requestId === null || retryAfterSeconds !== null ? displayText : `${displayText} Reference: ${requestId}`;
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;
