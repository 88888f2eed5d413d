import { endName } from '@kerb/domain/live/live-kinds.ts';
import { isDatabaseAway } from '@kerb/server/platform/database/database-away.ts';
import { problemText } from '@kerb/server/platform/http/errors.ts';
import type { EventStream } from '@kerb/server/platform/http/event-streams.ts';
import type { Log } from '@kerb/server/platform/log/log.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';

/** Ends a stream with the problem that a request would get. */
export const endOf =
  (stream: EventStream, log: Log) =>
  (error: unknown): void => {
    if (error instanceof Problem) stream.send({ event: endName, data: problemText(error) });
    // Every stream ends then, and the log says so once. Its page comes back and misses nothing.
    else if (!isDatabaseAway(error as Error & { code: string })) log.error({ err: error }, 'a stream has failed');
    stream.end();
  };
