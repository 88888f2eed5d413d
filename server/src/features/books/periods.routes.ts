import { exportEndpoints } from '@kerb/domain/books/exports.contract.ts';
import { periodEndpoints } from '@kerb/domain/books/periods.contract.ts';
import { closePeriod, reopenPeriod, todayOf, viewPeriods } from '@kerb/server/features/books/close-period.ts';
import { exportedFile, exportPeriod, saveCodes, viewCodes } from '@kerb/server/features/books/export-period.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { sendFile } from '@kerb/server/platform/http/send-file.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

function exportRoutes(app: App, deps: Deps): void {
  mount(app, exportEndpoints.codes, () => viewCodes(deps.db));

  mount(app, exportEndpoints.saveCodes, ({ by, body }) => inTransaction(deps, by, (work) => saveCodes(work, body)));

  mount(app, exportEndpoints.make, ({ by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await exportPeriod(work, params.id, body.system);
      return viewPeriods({ db: work.tx, today: todayOf(deps), actor: work.actor });
    }),
  );

  mount(app, exportEndpoints.file, async ({ params, reply }) =>
    sendFile(reply, await exportedFile(deps.db, params.id, params.system)),
  );
}

export function periodRoutes(app: App, deps: Deps): void {
  exportRoutes(app, deps);

  mount(app, periodEndpoints.list, ({ scope }) =>
    viewPeriods({ db: deps.db, today: todayOf(deps), actor: scope.actor }),
  );

  mount(app, periodEndpoints.close, ({ by, body }) =>
    inTransaction(deps, by, (work) => closePeriod(work, body.lastDay)),
  );

  mount(app, periodEndpoints.reopen, ({ by, params, body }) =>
    inTransaction(deps, by, (work) => reopenPeriod(work, params.id, body.reason)),
  );
}
