import { inboxEndpoints } from '@kerb/domain/inbox/inbox.contract.ts';
import { markAll, markOne, saveSettings } from '@kerb/server/features/inbox/change-inbox.ts';
import { followInbox } from '@kerb/server/features/inbox/follow-inbox.ts';
import { inboxOf, settingsOf, unreadOf } from '@kerb/server/features/inbox/inbox.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { asksForStream } from '@kerb/server/platform/http/event-streams.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { ownerOf } from '@kerb/server/platform/queues/lanes.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

/** The notifications of the person who asks. There is no way to ask for another's. */
export function inboxRoutes(app: App, deps: Deps): void {
  mount(app, inboxEndpoints.list, ({ scope, query }) => inboxOf(deps, scope.actor, query));

  mount(app, inboxEndpoints.events, async ({ scope, request, reply, again }) => {
    if (!asksForStream(request)) return unreadOf(deps.db, scope.actor);
    const stream = app.streams.open(reply, ownerOf(scope.actor));
    followInbox(deps, stream, { userId: scope.actor.userId, again });
    return undefined;
  });

  mount(app, inboxEndpoints.mark, ({ scope, by, params, body }) =>
    inTransaction(deps, by, (work) => markOne(work, scope.actor.userId, { ...params, ...body })),
  );

  mount(app, inboxEndpoints.markAll, ({ scope, by, body }) =>
    inTransaction(deps, by, (work) => markAll(work, scope.actor.userId, body.upTo)),
  );

  mount(app, inboxEndpoints.settings, ({ scope }) => settingsOf(deps.db, scope.actor.userId));

  mount(app, inboxEndpoints.saveSettings, ({ scope, by, body }) =>
    inTransaction(deps, by, (work) => saveSettings(work, scope.actor.userId, body)),
  );
}
