import { heldMoneyEndpoints } from '@kerb/domain/payments/held-money.contract.ts';
import { campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import { heldMoneyOf, returnHeld } from '@kerb/server/features/payments/held-money.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function heldMoneyRoutes(app: App, deps: Deps): void {
  mount(app, heldMoneyEndpoints.held, async ({ scope, params }) => {
    await campaignInScope(deps.db, scope, params.id);
    return heldMoneyOf(deps.db, params.id);
  });

  mount(app, heldMoneyEndpoints.returnHeld, ({ scope, by, params, body, once }) =>
    inTransaction(deps, by, (work) => returnHeld(work, { scope, id: params.id, body, once })),
  );
}
