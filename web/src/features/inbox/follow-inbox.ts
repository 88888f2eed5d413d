import { inboxEndpoints, type UnreadCount, unreadCount } from '@kerb/domain/inbox/inbox.contract.ts';
import { eventStreamType } from '@kerb/domain/live/live-kinds.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { respond } from '@kerb/web/platform/authorised.ts';
import { follow } from '@kerb/web/platform/live.ts';
import * as z from 'zod/mini';

const { events } = inboxEndpoints;

const isOver = (error: unknown): boolean => error instanceof ApiProblem && [401, 403, 404].includes(error.status);

/** Follows how many notifications are unread while the page is in view. Returns how to stop. */
export const followInbox = (onCount: (count: UnreadCount) => void): (() => void) =>
  follow({
    connect: (_, signal) => respond(events, events.path, { headers: { accept: eventStreamType }, signal }),
    poll: async (_, signal) => {
      onCount(await call(events, { signal }));
      return '';
    },
    onEvent: ({ name, data }) => {
      if (name === 'message') onCount(z.parse(unreadCount, JSON.parse(data)));
    },
    isOver,
    pauseSecondsOf: (error) => (error instanceof ApiProblem ? error.retryAfterSeconds : null),
  });
