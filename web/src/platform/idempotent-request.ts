import { ApiProblem, networkProblem } from '@kerb/web/platform/api-problem.ts';
import { useRef } from 'react';

/** A request with its idempotency key. The key is made once, so the server acts once even if the request is retried. */
export type Attempt<Body> = { key: string; body: Body };

/** Not randomUUID, which is missing in a page without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const newAttempt = <Body>(body: Body): Attempt<Body> => ({ key: newKey(), body });

/** An equal body is a retry of the last attempt; any other body is a new attempt. */
const attemptFor = <Body>(body: Body, last: Attempt<Body> | null): Attempt<Body> =>
  last && JSON.stringify(last.body) === JSON.stringify(body) ? last : newAttempt(body);

/** No response, an unreadable response, or 'still running': it is unknown whether the server acted. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  (error.kind === 'network' ||
    error.kind === 'unreadable' ||
    error.status >= 500 ||
    error.type === '/problems/still-running');

const pausesMs = [0, 1_000, 2_000, 4_000];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Retries while the outcome is unknown; null if it stays unknown. A refusal is thrown: the server did nothing. */
export async function retryUntilKnown<Answer>(send: () => Promise<Answer>): Promise<Answer | null> {
  for (const ms of pausesMs) {
    await pause(ms);
    try {
      return await send();
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
    }
  }
  return null;
}

type Send<Body, Answer> = (body: Body, idempotencyKey: string) => Promise<Answer>;

/** For a form: sends a body until its outcome is known. Submitting the same body again uses the same key. */
export function useIdempotentRequest<Body>() {
  const last = useRef<Attempt<Body> | null>(null);
  return async <Answer>(body: Body, send: Send<Body, Answer>): Promise<Answer> => {
    const attempt = attemptFor(body, last.current);
    last.current = attempt;
    const answer = await retryUntilKnown(() => send(attempt.body, attempt.key));
    if (answer === null) throw networkProblem();
    return answer;
  };
}
