import type { NewPayment } from '@kerb/domain/payments/payments.contract.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';

/** One payment that someone asked for. Its key is made once, so that however often it is sent it is charged once. */
export type Attempt<Body = NewPayment> = { key: string; body: Body };

/** Not randomUUID, which a page without TLS does not have. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const newAttempt = <Body>(body: Body): Attempt<Body> => ({ key: newKey(), body });

/** The same once more is the same payment; something else is another. */
export const attemptFor = <Body>(body: Body, last: Attempt<Body> | null): Attempt<Body> =>
  last && JSON.stringify(last.body) === JSON.stringify(body) ? last : newAttempt(body);

/** An answer that says nothing of the money: none at all, one that cannot be read, or 'still at it'. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  (error.kind === 'network' ||
    error.kind === 'unreadable' ||
    error.status >= 500 ||
    error.type === '/problems/still-running');

const pausesMs = [0, 1_000, 2_000, 4_000];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends it again while nothing is known of it; null where that stays so. A refusal is thrown: nothing was charged. */
export async function settle<Answer>(send: () => Promise<Answer>): Promise<Answer | null> {
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
