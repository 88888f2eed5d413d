import type { FieldErrors } from '@kerb/domain/kernel/decision.ts';
import { problem } from '@kerb/domain/wire/problem.ts';
import * as z from 'zod/mini';

/** 'refused': the server explained itself. The others never reached it, or came back as something else. */
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
export const expiredSentence = 'Your session has expired.';
const unreadableSentence = 'The server gave an answer that could not be read. Refresh the page and try again.';
const failedSentence = 'Something went wrong on our side. Try again in a moment.';

/** Why a call failed; `displayText` is written for the person at the screen. */
export class ApiProblem extends Error {
  readonly kind: ProblemKind;
  /** Zero where no answer came. */
  readonly status: number;
  readonly type: string;
  readonly displayText: string;
  readonly validation: FieldErrors;
  /** How long to wait before asking again, where the server says so. */
  readonly retryAfterSeconds: number | null;
  /** What the server's log calls this failure; null unless the fault is the server's. */
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
export const expiredProblem = () => new ApiProblem({ kind: 'expired', status: 401, displayText: expiredSentence });
export const unreadableProblem = (status: number) =>
  new ApiProblem({ kind: 'unreadable', status, displayText: unreadableSentence });

/** A proxy's HTML error page is no problem+json: it gets a sentence of ours rather than markup on the screen. */
export function problemFrom(status: number, bodyText: string, retryAfter: string | null = null): ApiProblem {
  let read: unknown;
  try {
    read = JSON.parse(bodyText);
  } catch {
    // Not JSON: the answer of a proxy, handled below.
    read = null;
  }
  const parsed = z.safeParse(problem, read);
  if (!parsed.success) return new ApiProblem({ kind: 'refused', status, displayText: failedSentence });
  const { type, displayText, validation, requestId } = parsed.data;
  const retryAfterSeconds = Number(retryAfter) || null;
  const parts = { kind: 'refused' as const, status, type, displayText, retryAfterSeconds };
  return new ApiProblem({ ...parts, ...(validation && { validation }), ...(requestId && { requestId }) });
}

/** A bug of ours, which a screen may draw many times. */
const reported = new WeakSet<object>();
function reportOnce(error: unknown): void {
  if (typeof error !== 'object' || error === null || reported.has(error)) return;
  reported.add(error);
  console.error(error);
}

/**
 * The sentence to show for anything that was thrown. A failure of the server has a reference that support can find in
 * the log, unless the sentence only asks to come back later.
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
