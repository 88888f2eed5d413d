import { bulkEndpoints } from '@kerb/domain/agreements/bulk.contract.ts';
import { bulkAssign, bulkFlag, bulkRemind } from '@kerb/server/features/campaigns/bulk-actions.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

/** One transaction for all rows, because the answer for an Idempotency-Key is stored with them. */
export function bulkRoutes(app: App, deps: Deps): void {
  mount(app, bulkEndpoints.remind, async ({ scope, by, body }) => {
    const run = await bulkRemind(deps, scope, body.ids);
    return inTransaction(deps, by, async (work) => ({ items: await run(work) }));
  });

  mount(app, bulkEndpoints.assign, ({ scope, by, body }) =>
    inTransaction(deps, by, async (work) => ({ items: await bulkAssign(work, scope, body.items) })),
  );

  mount(app, bulkEndpoints.flag, ({ scope, by, body }) =>
    inTransaction(deps, by, async (work) => ({ items: await bulkFlag(work, scope, body.items) })),
  );
}
