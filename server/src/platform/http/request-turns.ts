import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import type { AccessClaims } from '@kerb/server/platform/auth/tokens.ts';
import { streamOpened } from '@kerb/server/platform/http/event-streams.ts';
import { alwaysServed, waitsForProvider } from '@kerb/server/platform/http/load-exceptions.ts';
import { busy, type LoadLimit } from '@kerb/server/platform/limits/load-limit.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { FairQueue } from '@kerb/server/platform/queues/fair-queue.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type RequestTurns = {
  /** A hook for `onRequest`: waits until few enough requests of the same person are in progress. */
  wait: (endpoint: Endpoint) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Does the work of a request. Its turn lasts until the work has ended, even if the caller has disconnected. */
  during: <T>(endpoint: Endpoint, request: FastifyRequest, work: () => Promise<T>) => Promise<T>;
};

const disconnected = () => new Problem(400, 'disconnected', 'The caller has disconnected.');

/** Resolves when the response was sent, or the caller has disconnected. A stream is answered as soon as it is open. */
function answered({ raw }: FastifyReply): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  raw.once('finish', resolve).once('close', resolve).once(streamOpened, resolve);
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
  claimsOf: (request: FastifyRequest) => Promise<Pick<AccessClaims, 'owner'> | null>,
  queue: FairQueue,
  load: LoadLimit | null = null,
): RequestTurns {
  const works = new WeakMap<FastifyRequest, Promise<unknown>>();
  /**
   * Null for a request that is neither counted nor refused. Files have queues of their own, in which most of them wait.
   * What is always served may wait for a slow provider, and must not use up the limit of the others.
   */
  const limitOf = (endpoint: Endpoint, request: FastifyRequest): LoadLimit | null =>
    isFile(endpoint, request) || alwaysServed.has(endpoint) ? null : load;
  return {
    wait: (endpoint) => async (request, reply) => {
      const limit = limitOf(endpoint, request);
      // Before the token is verified, so that a refusal costs little.
      if (limit?.isFull()) await limit.refuse();
      const claims = await claimsOf(request);
      // Without a valid token the request is refused before the database is asked.
      if (!claims) return;
      const person = claims.owner;
      const gone = new AbortController();
      let isWaiting = true;
      // Only while it waits: to make an error for each request that was answered would cost time for nothing.
      const sent = answered(reply).then(() => isWaiting && gone.abort(disconnected()));
      const turn = Promise.withResolvers<void>();
      const inProgress = async () => {
        isWaiting = false;
        turn.resolve();
        await sent;
        await works.get(request);
      };
      queue.run(isFile(endpoint, request) ? `${person}, files` : person, inProgress, gone.signal).catch(turn.reject);
      await turn.promise;
    },
    during: async (endpoint, request, work) => {
      const limit = limitOf(endpoint, request);
      // Many requests may have begun since the first look. A body that arrives slowly does not count until it is here.
      if (limit?.isFull()) throw busy();
      const leave = waitsForProvider.has(endpoint) ? undefined : limit?.enter(`${endpoint.method} ${endpoint.path}`);
      const working = work();
      // The caller gets the error. Here it only ends the turn.
      works.set(request, working.catch(() => {}).finally(leave));
      return working;
    },
  };
}
