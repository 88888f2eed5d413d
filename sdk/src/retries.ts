import type { OperationRow } from './call.ts';
import { retryAfterOf } from './problem.ts';

/** A repeated call takes effect once: it reads, it sets, or it has an Idempotency-Key. */
export const isRepeatable = ({ method, hasKey }: OperationRow): boolean => method !== 'POST' || hasKey;

/** 429 was refused before anything happened. 409 with Retry-After: the first try with this key still runs. */
export function mayTryAgain(row: OperationRow, { status, headers }: Response): boolean {
  if (status === 429) return true;
  if (!isRepeatable(row)) return false;
  return status >= 500 || (status === 409 && headers.has('retry-after'));
}

const firstMs = 250;
const mostMs = 8_000;
const mostAskedMs = 60_000;

/** What the server asks for, at most a minute, or else twice as long each time with up to half of it at random. */
export function pauseMs(attempt: number, headers: Headers | null, random: () => number): number {
  const asked = headers && retryAfterOf(headers);
  if (asked !== null) return Math.min(asked * 1_000, mostAskedMs);
  const full = Math.min(firstMs * 2 ** attempt, mostMs);
  return full / 2 + (full / 2) * random();
}
