import type { Mistake } from '@kerb/server/features/login-pages/fields.ts';
import { Problem } from '@kerb/server/platform/http/problem.ts';
import type { FastifyReply } from 'fastify';

export const isLimit = (error: unknown): error is Problem => error instanceof Problem && error.status === 429;

/** The message for a reached rate limit, with the time to wait. Rethrows every other error. */
export function mistakeOfLimit(error: unknown, reply: FastifyReply): Mistake {
  if (!isLimit(error)) throw error;
  reply.header('retry-after', error.retryAfterSeconds ?? 60);
  return { words: error.message };
}
