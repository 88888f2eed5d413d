import { accountingEndpoints } from '@kerb/domain/payments/accounting.contract.ts';
import { changedInvoices, changedPayments } from '@kerb/server/features/payments/accounting-lists.ts';
import { exportAccounting } from '@kerb/server/features/payments/export-accounting.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';

/** Invoices and payments of all campaigns, for the organisation's own books. */
export function accountingRoutes(app: App, deps: Deps): void {
  mount(app, accountingEndpoints.invoices, ({ scope, query }) => changedInvoices(deps.db, scope, query));
  mount(app, accountingEndpoints.payments, ({ scope, query }) => changedPayments(deps.db, scope, query));
  mount(app, accountingEndpoints.exportInvoices, ({ scope, query, reply }) =>
    exportAccounting(deps, 'invoices', { scope, query, reply }),
  );
  mount(app, accountingEndpoints.exportPayments, ({ scope, query, reply }) =>
    exportAccounting(deps, 'payments', { scope, query, reply }),
  );
}
