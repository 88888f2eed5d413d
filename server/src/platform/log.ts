import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

/** The stack without the message, because the database driver's messages quote values. */
const frames = (error: Error) =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 12)
    .join('\n');

/** Logs what happened and never to whom: no addresses, bodies, names, tokens or query strings. */
export function logger(level: string): FastifyBaseLogger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? 'unmatched' }),
      res: (reply) => ({ status: reply.statusCode }),
      err: (error: Error & { code?: string }) => ({ name: error.name, code: error.code, stack: frames(error) }),
    },
  });
}
