import { liveEndpoints, liveEvent } from '@kerb/domain/live/live.contract.ts';
import { eventStreamType, lastEventIdHeader } from '@kerb/domain/live/live-kinds.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { respond } from '@kerb/web/platform/authorised.ts';
import { follow } from '@kerb/web/platform/live.ts';
import { addressOf } from '@kerb/web/platform/transport.ts';
import * as z from 'zod/mini';

const { events } = liveEndpoints;

const isOver = (error: unknown): boolean => error instanceof ApiProblem && [401, 403, 404].includes(error.status);

const after = (lastEventId: string | null): Record<string, string> =>
  lastEventId === null ? {} : { [lastEventIdHeader]: lastEventId };

/** Calls back when somebody has added or removed a comment, while the page is in view. Returns how to stop. */
export function followComments(id: number, onChange: () => void): () => void {
  const hear = (event: z.output<typeof liveEvent>) => {
    if (event.kind === 'comment' && !event.isOwn) onChange();
  };
  return follow({
    connect: (lastEventId, signal) =>
      respond(events, addressOf(events, { params: { id } }), {
        headers: { accept: eventStreamType, ...after(lastEventId) },
        signal,
      }),
    poll: async (lastEventId, signal) => {
      const changes = await call(events, { params: { id }, headers: after(lastEventId), signal });
      for (const event of changes.items) hear(event);
      return changes.lastEventId;
    },
    onEvent: ({ name, data }) => {
      if (name === 'message') hear(z.parse(liveEvent, JSON.parse(data)));
    },
    isOver,
    pauseSecondsOf: (error) => (error instanceof ApiProblem ? error.retryAfterSeconds : null),
  });
}
