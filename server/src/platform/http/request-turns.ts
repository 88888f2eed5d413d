import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import type { AccessClaims } from '@kerb/server/platform/auth/tokens.ts';
import type { LoadLimit } from '@kerb/server/platform/limits/load-limit.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { FairQueue } from '@kerb/server/platform/queues/fair-queue.ts';
import { ownerOfUser } from '@kerb/server/platform/queues/lanes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type RequestTurns = {
  /** A hook for `onRequest`: waits until few enough requests of the same person are in progress. */
  wait: (endpoint: Endpoint) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Does the work of a request. Its turn lasts until the work has ended, even if the caller has disconnected. */
  during: <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>;
};

const disconnected = () => new Problem(400, 'disconnected', 'The caller has disconnected.');

/** Resolves when the response was sent, or the caller has disconnected. */
function answered({ raw }: FastifyReply): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  raw.once('finish', resolve).once('close', resolve);
  return promise;
}

/** Files may take minutes. They wait apart, so that a person's downloads do not delay what else they do. */
const isFile = ({ file }: Endpoint, { headers }: FastifyRequest): boolean =>
  file !== undefined ||
  (headers.accept?.includes('text/csv') ?? false) ||
  (headers['content-type']?.startsWith('multipart/form-data') ?? false);

/**
 * Lets the requests of one person take turns before the database is asked, so that one person's hundred requests delay
 * another person's by a few and not by a hundred. A request that waits has not been read beyond its headers.
 */
export function requestTurns(
  claimsOf: (request: FastifyRequest) => Promise<Pick<AccessClaims, 'userId'> | null>,
  queue: FairQueue,
  load: LoadLimit | null = null,
): RequestTurns {
  const works = new WeakMap<FastifyRequest, Promise<unknown>>();
  return {
    wait: (endpoint) => async (request, reply) => {
      const claims = await claimsOf(request);
      // Without a valid token the request is refused before the database is asked.
      if (!claims) return;
      const person = ownerOfUser(claims.userId);
      const gone = new AbortController();
      const sent = answered(reply).then(() => gone.abort(disconnected()));
      const turn = Promise.withResolvers<void>();
      const isOfFile = isFile(endpoint, request);
      const inProgress = async () => {
        // Files have queues of their own, in which most of them wait.
        const leave = isOfFile ? null : load?.enter();
        turn.resolve();
        await sent;
        await works.get(request);
        leave?.();
      };
      queue.run(isOfFile ? `${person}, files` : person, inProgress, gone.signal).catch(turn.reject);
      await turn.promise;
    },
    during: (request, work) => {
      const working = work();
      // The caller gets the error. Here it only ends the turn.
      const ended = working.catch(() => {});
      works.set(request, ended);
      return working;
    },
  };
}
