import { type ChangedCampaigns, changedCampaigns, liveEndpoints } from '@kerb/domain/live/live.contract.ts';
import { eventStreamType } from '@kerb/domain/live/live-kinds.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { respond } from '@kerb/web/platform/authorised.ts';
import { follow } from '@kerb/web/platform/live.ts';
import { addressOf } from '@kerb/web/platform/transport.ts';
import * as z from 'zod/mini';

const { changed } = liveEndpoints;

/** A change may be committed a little after the moment that its entry states. */
const marginSeconds = 3;

const isOver = (error: unknown): boolean => error instanceof ApiProblem && [401, 403, 404].includes(error.status);

/**
 * Tells which campaigns of the person change after a moment, while the page is in view. After a break it goes on from
 * the last contact. Returns how to stop.
 */
export function followLists(since: number, onChange: (change: ChangedCampaigns) => void): () => void {
  let contact = since;
  const secondsBack = () => Math.ceil((Date.now() - contact) / 1_000) + marginSeconds;
  const hear = (change: ChangedCampaigns) => {
    contact = Date.now();
    if (change.ids.length > 0 || change.isMore) onChange(change);
  };
  return follow({
    connect: async (_, signal) => {
      const address = addressOf(changed, { query: { seconds: secondsBack() } });
      const response = await respond(changed, address, { headers: { accept: eventStreamType }, signal });
      contact = Date.now();
      return response;
    },
    poll: async (_, signal) => {
      const asked = Date.now();
      hear(await call(changed, { query: { seconds: secondsBack() }, signal }));
      contact = asked;
      return '';
    },
    onEvent: ({ name, data }) => {
      if (name === 'message') hear(z.parse(changedCampaigns, JSON.parse(data)));
    },
    isOver,
    pauseSecondsOf: (error) => (error instanceof ApiProblem ? error.retryAfterSeconds : null),
  });
}
