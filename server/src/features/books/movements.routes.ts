import { movementEndpoints } from '@kerb/domain/books/movements.contract.ts';
import { viewBankAccounts } from '@kerb/server/features/payments/movements.repository.ts';
import { recordMovement, undoMovement } from '@kerb/server/features/payments/record-movement.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction, type Work } from '@kerb/server/platform/work.ts';

export function movementRoutes(app: App, deps: Deps): void {
  const shown = ({ tx, now }: Work) => viewBankAccounts(tx, deps, now);

  mount(app, movementEndpoints.read, () => viewBankAccounts(deps.db, deps, deps.clock.now()));

  mount(app, movementEndpoints.record, ({ by, body, once }) =>
    inTransaction(deps, by, async (work) => {
      await recordMovement(work, body);
      return once.settle(work.tx, await shown(work));
    }),
  );

  mount(app, movementEndpoints.undo, ({ by, params }) =>
    inTransaction(deps, by, async (work) => {
      await undoMovement(work, params.id);
      return shown(work);
    }),
  );
}
