import type { Actor } from '@kerb/domain/access/actor.ts';
import { movesFrom } from '@kerb/domain/batches/batch-moves.ts';
import { type Batch, batchEndpoints } from '@kerb/domain/batches/batches.contract.ts';
import { recordTransferEndpoints } from '@kerb/domain/batches/record-transfer.contract.ts';
import { findBatch, listBatches } from '@kerb/server/features/batches/batches.repository.ts';
import { bouncePayment } from '@kerb/server/features/batches/bounce-payment.ts';
import { askToDiscard } from '@kerb/server/features/batches/discard-batch.ts';
import { sendFile, takeFile } from '@kerb/server/features/batches/download-file.ts';
import { lendingOf } from '@kerb/server/features/batches/lending-of.ts';
import { makeBatch } from '@kerb/server/features/batches/make-batch.ts';
import { approveBatch, processBatch, verdictOnApproval } from '@kerb/server/features/batches/move-batch.ts';
import { keptFunds, recordTransfer } from '@kerb/server/features/batches/record-transfer.ts';
import { remittanceRoutes } from '@kerb/server/features/batches/remittances.routes.ts';
import { sumOwed } from '@kerb/server/features/batches/sum-owed.ts';
import { transferBatch } from '@kerb/server/features/batches/transfer-batch.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { type Answering, inTransaction, type Work } from '@kerb/server/platform/work.ts';

/** Transfers without a batch. */
function transferRoutes(app: App, deps: Deps): void {
  mount(app, recordTransferEndpoints.keptFunds, ({ scope, by, params }) =>
    inTransaction(deps, by, (work) => keptFunds(work, scope, params.id)),
  );

  mount(app, recordTransferEndpoints.recordTransfer, ({ scope, by, params, body, once }) =>
    inTransaction(deps, by, (work) => recordTransfer(work, { scope, id: params.id, body, once })),
  );
}

export function batchRoutes(app: App, deps: Deps): void {
  transferRoutes(app, deps);
  remittanceRoutes(app, deps);
  // Only admins reach this endpoint, and they see every organisation.
  const shown = async (reader: { tx: Database | Tx; actor: Actor | null }, id: number): Promise<Batch> => {
    const batch = await findBatch(reader.tx, deps.country, id);
    if (!batch) throw notFound('batch');
    const { status, created } = batch;
    const lending = await lendingOf(reader.tx, deps.config, batch);
    if (!movesFrom(status).includes('approve')) return { ...batch, lending, approvalRefusal: null };
    const at = { ...reader, now: deps.clock.now() };
    const verdict = await verdictOnApproval(at, { status, createdByUserId: created.user });
    return { ...batch, lending, approvalRefusal: verdict.ok ? null : verdict.because };
  };
  const changed = (by: Answering<Batch>, change: (work: Work) => Promise<number>) =>
    inTransaction(deps, by, async (work) => shown(work, await change(work)));

  mount(app, batchEndpoints.owed, ({ query }) => sumOwed(deps, query.tenantId));

  mount(app, batchEndpoints.list, ({ query }) => listBatches(deps.db, query));

  mount(app, batchEndpoints.get, ({ scope: { actor }, params }) => shown({ tx: deps.db, actor }, params.id));

  mount(app, batchEndpoints.make, ({ scope, by, body, once }) =>
    inTransaction(deps, by, async (work) =>
      once.settle(work.tx, await shown(work, await makeBatch(work, scope, body))),
    ),
  );

  for (const [endpoint, move] of [
    [batchEndpoints.approve, approveBatch],
    [batchEndpoints.process, processBatch],
    [batchEndpoints.transfer, transferBatch],
  ] as const) {
    mount(app, endpoint, ({ scope, by, params }) =>
      changed(by, async (work) => {
        await move(work, scope, params.id);
        return params.id;
      }),
    );
  }

  mount(app, batchEndpoints.discard, ({ scope, by, params, body }) =>
    changed(by, async (work) => {
      await askToDiscard(work, scope, params.id, body.reason);
      return params.id;
    }),
  );

  mount(app, batchEndpoints.bounce, ({ scope, by, params, body: { agreement, reason } }) =>
    changed(by, async (work) => {
      await bouncePayment(work, scope, { batchId: params.id, agreementId: agreement, reason });
      return params.id;
    }),
  );

  mount(app, batchEndpoints.file, async ({ by, params, reply }) =>
    sendFile(reply, await inTransaction(deps, by, (work) => takeFile(work, params.id))),
  );
}
