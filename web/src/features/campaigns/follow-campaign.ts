import { type LiveEvent, liveEndpoints, liveEvent, liveOpening } from '@kerb/domain/live/live.contract.ts';
import { eventStreamType, lastEventIdHeader, openingName } from '@kerb/domain/live/live-kinds.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { respond } from '@kerb/web/platform/authorised.ts';
import { follow } from '@kerb/web/platform/live.ts';
import { addressOf } from '@kerb/web/platform/transport.ts';
import * as z from 'zod/mini';

const { events } = liveEndpoints;

export type CampaignListener = {
  onEvent?: (event: LiveEvent) => void;
  /** The version that the campaign has now. What happened before the stream began has no event. */
  onVersion?: (version: number) => void;
};

/** Parts of a page load at different times. One that comes later still hears what happened so short a time before. */
const lateMs = 10_000;

type Followed = {
  listeners: Set<CampaignListener>;
  version: number | null;
  recent: { at: number; event: LiveEvent }[];
  stop: () => void;
};

/** One stream for each campaign, however many parts of its page listen. */
const followed = new Map<number, Followed>();

const isOver = (error: unknown): boolean => error instanceof ApiProblem && [401, 403, 404].includes(error.status);

const after = (lastEventId: string | null): Record<string, string> =>
  lastEventId === null ? {} : { [lastEventIdHeader]: lastEventId };

function open(id: number, { onEvent, onVersion }: Required<CampaignListener>): () => void {
  return follow({
    connect: (lastEventId, signal) =>
      respond(events, addressOf(events, { params: { id } }), {
        headers: { accept: eventStreamType, ...after(lastEventId) },
        signal,
      }),
    poll: async (lastEventId, signal) => {
      const changes = await call(events, { params: { id }, headers: after(lastEventId), signal });
      for (const event of changes.items) onEvent(event);
      onVersion(changes.version);
      return changes.lastEventId;
    },
    onEvent: ({ name, data }) => {
      if (name === openingName) onVersion(z.parse(liveOpening, JSON.parse(data)).version);
      if (name === 'message') onEvent(z.parse(liveEvent, JSON.parse(data)));
    },
    isOver,
    pauseSecondsOf: (error) => (error instanceof ApiProblem ? error.retryAfterSeconds : null),
  });
}

const isRecent = ({ at }: { at: number }): boolean => Date.now() - at < lateMs;

function begin(id: number): Followed {
  const listeners = new Set<CampaignListener>();
  const one: Followed = { listeners, version: null, recent: [], stop: () => {} };
  one.stop = open(id, {
    onEvent: (event) => {
      one.recent = [...one.recent.filter(isRecent), { at: Date.now(), event }];
      for (const listener of [...listeners]) listener.onEvent?.(event);
    },
    onVersion: (version) => {
      one.version = version;
      for (const listener of [...listeners]) listener.onVersion?.(version);
    },
  });
  return one;
}

/** Tells what happens to a campaign while the page is in view. Returns how to stop. */
export function hearCampaign(id: number, listener: CampaignListener): () => void {
  const one = followed.get(id) ?? begin(id);
  followed.set(id, one);
  one.listeners.add(listener);
  for (const { event } of one.recent.filter(isRecent)) listener.onEvent?.(event);
  if (one.version !== null) listener.onVersion?.(one.version);
  return () => {
    one.listeners.delete(listener);
    if (one.listeners.size > 0) return;
    one.stop();
    followed.delete(id);
  };
}
