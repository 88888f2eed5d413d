import type { Mistake } from '@kerb/server/features/login-pages/fields.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { FastifyReply } from 'fastify';

export const isLimit = (error: unknown): error is Problem => error instanceof Problem && error.status === 429;

/** Hashing passwords has a queue. When it is full, the password was not looked at. */
const isBusy = (error: unknown): error is Problem => error instanceof Problem && error.status === 503;

/** The form again, with the message of a reached rate limit or a full queue. Rethrows every other error. */
export function refusedBy(error: unknown, reply: FastifyReply): { mistakes: [Mistake]; status: number } {
  if (!isLimit(error) && !isBusy(error)) throw error;
  reply.header('retry-after', error.retryAfterSeconds ?? 60);
  return { mistakes: [{ words: error.message }], status: error.status };
}
