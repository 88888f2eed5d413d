import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The limits of one connection. A proxy in front of the server should have shorter ones. */
export const connectionLimits = {
  /** The whole request, with an upload over a slow connection. */
  requestTimeout: 300_000,
  /** Nothing is sent in either direction. */
  connectionTimeout: 120_000,
  keepAliveTimeout: 72_000,
} as const;

/** Half of them may be streams of live updates. */
export const mostConnections = 4_000;
const longestBodyMs = 30_000;

const isUpload = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') ?? false;

/** Disconnects a sender whose body stops or drips. Uploads have the time limit of the whole request. */
export function limitBodyTime(app: FastifyInstance, longestMs: number = longestBodyMs): void {
  // A request that waits for its turn has not been read yet, so the time starts after it.
  app.addHook('preParsing', async (request) => {
    if (isUpload(request)) return;
    const { raw } = request;
    const timer = setTimeout(() => {
      if (raw.complete) return;
      request.log.warn('a request body took too long');
      raw.destroy();
    }, longestMs);
    raw.once('close', () => clearTimeout(timer));
  });
}
