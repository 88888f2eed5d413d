import type { Mistake } from '@kerb/server/features/session/fields.ts';
import { Problem } from '@kerb/server/platform/http/problem.ts';
import type { FastifyReply } from 'fastify';

/** A limit that was met, in words that say how long to wait. Anything else that was thrown goes on its way. */
export function mistakeOfLimit(error: unknown, reply: FastifyReply): Mistake {
  if (!(error instanceof Problem) || error.status !== 429) throw error;
  const seconds = error.retryAfterSeconds ?? 60;
  reply.header('retry-after', seconds);
  const minutes = Math.ceil(seconds / 60);
  return {
    words: `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
  };
}
