import { describeError } from '@kerb/server/platform/log/describe-error.ts';
import { logFields } from '@kerb/server/platform/log/log-fields.ts';
import { redact } from '@kerb/server/platform/log/redact.ts';
import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, type LogFn, pino } from 'pino';

export type Log = FastifyBaseLogger;

/** `logsInFull` writes the messages of errors as they are: for development only. `server` is in every line. */
type LogSettings = { logLevel: string; logsInFull: boolean; server?: string };

/** A line without its own text would repeat its error's message, without the serializer. */
function wordsOf([first, words, ...more]: unknown[]): unknown[] {
  const isError = first instanceof Error || (typeof first === 'object' && first !== null && 'err' in first);
  return [first, words ?? (isError ? 'an error' : undefined), ...more];
}

/** Logs what happened and never to whom: no addresses, bodies, names, tokens or query strings. */
export function logger({ logLevel, logsInFull, server }: LogSettings, destination?: DestinationStream): Log {
  const options = {
    level: logLevel,
    base: server === undefined ? null : { server },
    timestamp: pino.stdTimeFunctions.isoTime,
    // A request's own logger has its id already.
    hooks: {
      logMethod(this: object, args: unknown[], write: LogFn) {
        const shown = logsInFull ? args : wordsOf(args).map((arg) => (typeof arg === 'string' ? redact(arg) : arg));
        write.apply(this as never, shown as Parameters<LogFn>);
      },
    },
    mixin: (_line: object, _level: number, instance: object) => (instance === log ? logFields() : {}),
    serializers: {
      req: (request: { method: string; routeOptions?: { url?: string } }) => ({
        method: request.method,
        route: request.routeOptions?.url ?? 'unmatched',
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: (error: unknown) => describeError(error, { inFull: logsInFull }),
    },
  };
  const log: Log = destination ? pino(options, destination) : pino(options);
  return log;
}

/** For tests and tools that have no log. */
export const silentLog: Log = logger({ logLevel: 'silent', logsInFull: false });
