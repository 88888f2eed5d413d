import { rateEndpoints } from '@kerb/domain/rates/rates.contract.ts';
import { askForRates, previewRates, withdrawRates } from '@kerb/server/features/rates/change-rates.ts';
import { viewRates } from '@kerb/server/features/rates/rates-view.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function rateRoutes(app: App, deps: Deps): void {
  mount(app, rateEndpoints.get, () => viewRates(deps, deps.db));

  mount(app, rateEndpoints.preview, ({ body }) => previewRates(deps, body));

  mount(app, rateEndpoints.ask, ({ by, body }) =>
    inTransaction(deps, by, async (work) => {
      await askForRates(work, body);
      return viewRates(deps, work.tx);
    }),
  );

  mount(app, rateEndpoints.withdraw, ({ by, params }) =>
    inTransaction(deps, by, async (work) => {
      await withdrawRates(work, params.id);
      return viewRates(deps, work.tx);
    }),
  );
}
