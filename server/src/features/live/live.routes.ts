import { liveEndpoints } from '@kerb/domain/live/live.contract.ts';
import { lastEventIdHeader } from '@kerb/domain/live/live-kinds.ts';
import { changesSince, followCampaign } from '@kerb/server/features/live/follow-campaign.ts';
import { changedSince, followLists } from '@kerb/server/features/live/follow-lists.ts';
import { campaignOf } from '@kerb/server/features/live/live-reader.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { asksForStream } from '@kerb/server/platform/http/event-streams.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { cursorOf } from '@kerb/server/platform/live/cursor.ts';
import { ownerOf } from '@kerb/server/platform/queues/lanes.ts';

/** What happens to a campaign while its page is open, and to campaigns while a list is open. */
export function liveRoutes(app: App, deps: Deps): void {
  mount(app, liveEndpoints.events, async ({ scope, params, request, reply, again }) => {
    const campaign = await campaignOf(deps.db, scope, params.id);
    const header = request.headers[lastEventIdHeader];
    const sent = cursorOf(typeof header === 'string' ? header : undefined);
    if (!asksForStream(request)) return changesSince(deps, scope, campaign, sent);
    const cursor = sent ?? (await deps.changes.now(campaign.id));
    const stream = app.streams.open(reply, ownerOf(scope.actor));
    followCampaign(deps, stream, { campaign, cursor, again });
    return undefined;
  });

  mount(app, liveEndpoints.changed, async ({ scope, query, request, reply, again }) => {
    const { seconds = 0 } = query;
    if (!asksForStream(request)) return changedSince(deps, scope, seconds);
    const stream = app.streams.open(reply, ownerOf(scope.actor));
    followLists(deps, stream, { scope, seconds, again });
    return undefined;
  });
}
