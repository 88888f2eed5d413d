import { sharedViewEndpoints } from '@kerb/domain/views/shared-views.contract.ts';
import { viewEndpoints } from '@kerb/domain/views/views.contract.ts';
import { tenantInScope } from '@kerb/server/features/organisations/organisations.repository.ts';
import { saveView } from '@kerb/server/features/views/save-view.ts';
import { shareView, stopSharing } from '@kerb/server/features/views/share-view.ts';
import { sharedViewsOf } from '@kerb/server/features/views/shared-views.repository.ts';
import { viewsOf } from '@kerb/server/features/views/views.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function viewRoutes(app: App, deps: Deps): void {
  mount(app, viewEndpoints.list, async ({ scope, query }) => ({
    items: await viewsOf(deps.db, scope.actor.userId, query.list),
  }));

  mount(app, viewEndpoints.save, ({ scope, by, body }) =>
    inTransaction(deps, by, (work) => saveView(work, scope.actor.userId, body)),
  );

  // As with saving, a preference writes no log entry.
  mount(app, viewEndpoints.remove, ({ scope, by, params }) =>
    inTransaction(deps, by, async ({ tx }) => {
      const gone = await tx
        .deleteFrom('listViews')
        .where('id', '=', params.id)
        .where('userId', '=', scope.actor.userId)
        .executeTakeFirst();
      if (gone.numDeletedRows === 0n) throw notFound('view');
      return undefined;
    }),
  );

  sharedViewRoutes(app, deps);
}

function sharedViewRoutes(app: App, deps: Deps): void {
  mount(app, sharedViewEndpoints.list, async ({ scope, params: { tenantId } }) => {
    await tenantInScope(deps.db, scope, tenantId);
    return { items: await sharedViewsOf(deps.db, scope.actor, tenantId) };
  });

  mount(app, sharedViewEndpoints.save, ({ scope, by, params, body }) =>
    inTransaction(deps, by, (work) => shareView(work, scope, { ...params, ...body })),
  );

  mount(app, sharedViewEndpoints.remove, ({ scope, by, params }) =>
    inTransaction(deps, by, async (work) => {
      await stopSharing(work, scope, params);
      return undefined;
    }),
  );
}
