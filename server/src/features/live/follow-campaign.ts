import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { LiveEvent, liveChanges } from '@kerb/domain/live/live.contract.ts';
import { type LiveReader, liveEventOf } from '@kerb/domain/live/live-events.ts';
import { openingName } from '@kerb/domain/live/live-kinds.ts';
import { endOf } from '@kerb/server/features/live/end-of-stream.ts';
import { campaignOf, type FollowedCampaign, readerOf } from '@kerb/server/features/live/live-reader.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { EventStream } from '@kerb/server/platform/http/event-streams.ts';
import type { Since } from '@kerb/server/platform/live/change-feed.ts';
import { type Cursor, textOfCursor } from '@kerb/server/platform/live/cursor.ts';
import type * as z from 'zod/mini';

/** The rights are checked again as often. A proxy ends a connection that is silent for a minute or two. */
const beatMs = 15_000;

const eventsFor = ({ changes }: Since, reader: LiveReader): LiveEvent[] =>
  changes.flatMap((change) => liveEventOf(change, reader) ?? []);

/** For a caller who cannot keep a stream open. */
export async function changesSince(
  { changes }: Deps,
  scope: AccessScope,
  campaign: FollowedCampaign,
  sent: Cursor | null,
): Promise<z.output<typeof liveChanges>> {
  const { id, version } = campaign;
  const since: Since = sent ? await changes.since(id, sent) : { changes: [], cursor: await changes.now(id) };
  const items = eventsFor(since, readerOf(scope, campaign));
  return { lastEventId: textOfCursor(since.cursor), version, items };
}

type Followed = { campaign: FollowedCampaign; cursor: Cursor; again: () => Promise<AccessScope> };

/** Sends the changes of a campaign for as long as its reader may see it. The reader is told why it ends. */
export function followCampaign(deps: Deps, stream: EventStream, { campaign, cursor, again }: Followed): void {
  const { id, version } = campaign;

  const end = endOf(stream, deps.log);
  let working = Promise.resolve();
  /** One after the other. A sign-in, a role or a link may have ended since the last time. */
  const forReader = (then: (reader: LiveReader) => void): void => {
    working = working
      .then(async () => {
        if (!stream.isOpen()) return;
        const scope = await again();
        then(readerOf(scope, await campaignOf(deps.db, scope, id)));
      })
      .catch(end);
  };

  const tell = (since: Since) => (reader: LiveReader) => {
    const events = eventsFor(since, reader);
    // Only the last one moves the reader's cursor: a reader who got half of them gets all of them again.
    for (const [place, event] of events.entries()) {
      const isLast = place === events.length - 1;
      stream.send({ ...(isLast && { id: textOfCursor(since.cursor) }), data: JSON.stringify(event) });
    }
  };

  stream.send({ event: openingName, id: textOfCursor(cursor), data: JSON.stringify({ version }) });
  const leave = deps.changes.follow(id, cursor, (since) => forReader(tell(since)));
  const heart = setInterval(() => forReader(() => stream.beat()), beatMs).unref();
  stream.onEnd(() => {
    leave();
    clearInterval(heart);
  });
}
