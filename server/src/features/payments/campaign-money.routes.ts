import { campaignMoneyEndpoints } from '@kerb/domain/payments/change-after-payment.contract.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeAfterPayment, previewChange } from '@kerb/server/features/payments/change-after-payment.ts';
import { moneyView } from '@kerb/server/features/payments/money-view.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function campaignMoneyRoutes(app: App, deps: Deps): void {
  mount(app, campaignMoneyEndpoints.money, async ({ scope, params }) => {
    const agreement = await campaignInScope(deps.db, scope, params.id);
    return moneyView(agreement.books, standingTowards(scope.actor, agreement));
  });

  mount(app, campaignMoneyEndpoints.previewChange, ({ scope, by, params, body }) =>
    inTransaction(deps, by, (work) => previewChange(work, scope, { id: params.id, change: body.change })),
  );

  mount(app, campaignMoneyEndpoints.change, ({ scope, by, params, body, once }) =>
    inTransaction(deps, by, (work) => changeAfterPayment(work, { scope, id: params.id, body, once })),
  );
}
