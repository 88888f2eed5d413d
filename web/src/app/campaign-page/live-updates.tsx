import { type LiveEvent, liveEndpoints, liveEvent, liveOpening } from '@kerb/domain/live/live.contract.ts';
import { eventStreamType, lastEventIdHeader, liveKinds, openingName } from '@kerb/domain/live/live-kinds.ts';
import { payerWordsOf } from '@kerb/domain/live/live-words.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { refreshCampaign } from '@kerb/web/features/campaigns/campaign-changes.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { oneCampaign } from '@kerb/web/features/campaigns/one-campaign.queries.ts';
import { call, respond } from '@kerb/web/platform/api-client.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import type { StreamEvent } from '@kerb/web/platform/event-stream.ts';
import { follow } from '@kerb/web/platform/live.ts';
import { addressOf } from '@kerb/web/platform/transport.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';

/** One change of the team often has several events. They are shown as one. */
const gatherMs = 100;
/** The page reads its own changes itself. Another tab of the same person reads them a little later. */
const ownMs = 2_000;
/** Long enough to be read by somebody who types. */
const shownMs = 12_000;

/** The most telling event of several: the kinds are in this order. */
const mostTelling = (events: readonly LiveEvent[]): LiveEvent | undefined =>
  events.toSorted((a, b) => liveKinds.indexOf(a.kind) - liveKinds.indexOf(b.kind))[0];

/** Reads the campaign again after events, and says what happened. What is typed in a form stays. */
function gathering(client: QueryClient, id: number) {
  let gathered: LiveEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timers = new Set<ReturnType<typeof setTimeout>>();

  function show(): void {
    const events = gathered;
    gathered = [];
    timer = undefined;
    void refreshCampaign(client, id);
    const event = mostTelling(events);
    const words = event && payerWordsOf(event);
    if (words) toast.success(words, shownMs);
  }

  /** Only what was read before the event. */
  function catchUpLater(): void {
    const since = Date.now();
    const later = setTimeout(() => {
      timers.delete(later);
      const queryKey = campaignKeys.one(id);
      void client.invalidateQueries({ queryKey, predicate: ({ state }) => state.dataUpdatedAt < since });
    }, ownMs);
    timers.add(later);
  }

  return {
    add: (event: LiveEvent): void => {
      if (event.isOwn) {
        catchUpLater();
        return;
      }
      gathered.push(event);
      timer ??= setTimeout(show, gatherMs);
    },
    /** A change between the reading of the page and the opening of the stream has no event. */
    compare: (version: number): void => {
      const read = client.getQueryData(oneCampaign(id).queryKey)?.version;
      if (read !== undefined && read !== `"${version}"`) void refreshCampaign(client, id);
    },
    stop: (): void => {
      clearTimeout(timer);
      for (const each of timers) clearTimeout(each);
    },
  };
}

const isOutOfScope = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 403 || error.status === 404);

const pauseSecondsOf = (error: unknown): number | null =>
  error instanceof ApiProblem ? error.retryAfterSeconds : null;

/** Follows a campaign while its page is in view. Returns how to stop. */
function followCampaign(client: QueryClient, id: number): () => void {
  const { add, compare, stop } = gathering(client, id);
  const endpoint = liveEndpoints.events;
  const params = { id };
  const after = (lastEventId: string | null) => (lastEventId === null ? {} : { [lastEventIdHeader]: lastEventId });

  function onEvent({ name, data }: StreamEvent): void {
    const sent: unknown = JSON.parse(data);
    if (name === openingName) compare(z.decode(liveOpening, sent as never).version);
    // The last event of a stream says why it ended. The next connection gets the same reason, and the page shows it.
    if (name === 'message') add(z.decode(liveEvent, sent as never));
  }

  const leave = follow({
    connect: (lastEventId, signal) =>
      respond(endpoint, addressOf(endpoint, { params }), {
        headers: { accept: eventStreamType, ...after(lastEventId) },
        signal,
      }),
    poll: async (lastEventId, signal) => {
      const changes = await call(endpoint, { params, headers: after(lastEventId), signal });
      for (const event of changes.items) add(event);
      compare(changes.version);
      return changes.lastEventId;
    },
    onEvent,
    isOver: isOutOfScope,
    pauseSecondsOf,
  });
  return () => {
    leave();
    stop();
  };
}

/** Shows on an open page what happens to its campaign. It renders nothing: a toast says what happened. */
export function LiveUpdates({ id }: { id: number }) {
  const client = useQueryClient();
  useEffect(() => followCampaign(client, id), [client, id]);
  return null;
}
