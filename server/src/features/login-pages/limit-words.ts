import type { Mistake } from '@kerb/server/features/login-pages/fields.ts';
import { slowRefusal } from '@kerb/server/platform/limits/slow-refusals.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { FastifyReply } from 'fastify';

export const isLimit = (error: unknown): error is Problem => error instanceof Problem && error.status === 429;

/** Hashing passwords has a queue. When it is full, the password was not looked at. */
const isBusy = (error: unknown): error is Problem => error instanceof Problem && error.status === 503;

type Refused = { mistakes: [Mistake]; status: number };

/** The form again, with the message of a reached rate limit or a full queue. Rethrows every other error. */
export async function refusedBy(error: unknown, reply: FastifyReply): Promise<Refused> {
  if (!isLimit(error) && !isBusy(error)) throw error;
  await slowRefusal();
  reply.header('retry-after', error.retryAfterSeconds ?? 60);
  return { mistakes: [{ words: error.message }], status: error.status };
}
