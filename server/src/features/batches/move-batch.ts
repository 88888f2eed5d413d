import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { Actor } from '@kerb/domain/access/actor.ts';
import { type BatchMove, batchMoves, decideApproval, decideBatchMove } from '@kerb/domain/batches/batch-moves.ts';
import { decidePayable } from '@kerb/domain/batches/owed.ts';
import { dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import type { Decision } from '@kerb/domain/kernel/decision.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import { bankFileOf } from '@kerb/server/features/batches/bank-file-of.ts';
import {
  type BatchCampaign,
  followBatch,
  lockCampaigns,
  postForBatch,
} from '@kerb/server/features/batches/batch-campaigns.ts';
import {
  flowNumberOf,
  type ItemRow,
  itemsOf,
  type LockedBatch,
  lockBatch,
} from '@kerb/server/features/batches/batches.repository.ts';
import { factsOf } from '@kerb/server/features/batches/owed-campaigns.ts';
import { paidOrganisations } from '@kerb/server/features/batches/paid-organisations.ts';
import { refuseLapsed } from '@kerb/server/features/batches/still-approved.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { mustAllow, notFound, notPermitted, Problem } from '@kerb/server/platform/problems/problem.ts';
import { askerById, personAtKeyboard } from '@kerb/server/platform/second-person/second-person.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Held = { batch: LockedBatch; items: ItemRow[]; campaigns: BatchCampaign[]; userId: number };

// biome-ignore format: a table
const doneBy = { approve: 'approvedByUserId', process: 'processingByUserId', transfer: 'transferredByUserId', discard: 'discardedByUserId' } as const;

type Waiting = Pick<LockedBatch, 'status' | 'createdByUserId'>;
type Reader = { tx: Database | Tx; actor: Actor | null; now: Moment };

/** Whether the person at the keyboard may approve this batch. */
export const verdictOnApproval = async ({ tx, actor, now }: Reader, batch: Waiting): Promise<Decision<null>> =>
  decideApproval(
    batch,
    await askerById(tx, batch.createdByUserId, 'batch.make'),
    await personAtKeyboard({ tx, actor }),
    now,
  );

/** Locks the batch and its campaigns for a step; null if this same person has already taken the step. */
export async function holdBatch(work: Work, scope: AccessScope, id: number, move: BatchMove): Promise<Held | null> {
  const { tx, actor } = work;
  if (!actor) throw notPermitted();
  const batch = await lockBatch(tx, id);
  if (!batch) throw notFound('batch');
  if (batch.status === batchMoves[move].to && batch[doneBy[move]] === actor.userId) return null;
  mustAllow(decideBatchMove({ ...batch, isLapsed: batch.lapsedDate !== null }, move, actor.userId));
  if (batchMoves[move].bySecondPerson) mustAllow(await verdictOnApproval(work, batch));
  const items = await itemsOf(tx, id);
  return { batch, items, campaigns: await lockCampaigns(work, scope, items), userId: actor.userId };
}

const names = (items: readonly ItemRow[], work: Work) =>
  items.map((item) => flowNumberOf(item, work.deps.country)).join(', ');

/**
 * Refuses a batch whose facts have changed since it was made, because it would pay wrongly. An admin discards it and
 * makes a new one.
 */
async function refuseOutdated(work: Work, { campaigns }: Held): Promise<void> {
  const { country } = work.deps;
  const gone = campaigns.filter(({ item, agreement }) => {
    const amount = decidePayable(factsOf(work, agreement, false), 'batch', country);
    return !amount.ok || amount.value !== centsFromDecimal(item.amount);
  });
  if (gone.length > 0) {
    const which = names(
      gone.map(({ item }) => item),
      work,
    );
    throw new Problem(
      409,
      'batch-outdated',
      `No longer owed as this batch has it: ${which}. Discard the batch and make another.`,
    );
  }
  const ids = [...new Set(campaigns.map(({ item }) => item.tenantId))];
  const organisations = await paidOrganisations(work.tx, country, ids);
  const moved = campaigns.find(({ item }) => {
    const account = organisations.get(item.tenantId)?.account;
    return account?.accountNumber !== item.accountNumber || account.bsbNumber !== item.bsbNumber;
  });
  if (!moved) return;
  const { tenantName } = moved.item;
  throw new Problem(
    409,
    'account-changed',
    `The bank account of ${tenantName} has changed since this batch was made. Discard the batch and make another.`,
  );
}

/**
 * A second admin approves. The ledger takes the funds from what is kept, so that nothing else can have them. The bank
 * file is written once and never changes.
 */
export async function approveBatch(work: Work, scope: AccessScope, id: number): Promise<void> {
  const held = await holdBatch(work, scope, id, 'approve');
  if (!held) return;
  await refuseOutdated(work, held);
  const { name, text } = bankFileOf(work, id, held.items);
  const fileBytes = Buffer.from(text, 'ascii');
  await work.tx
    .updateTable('batches')
    .set({ status: 'approved', approvedDate: work.now, approvedByUserId: held.userId })
    .set({ fileName: name, fileBytes, fileSha256: sha256(fileBytes) })
    .where('id', '=', id)
    .execute();
  for (const { item, agreement } of held.campaigns) {
    const moves = [moveOf('order', centsFromDecimal(item.amount))];
    await postForBatch(work, { batchId: id, event: 'order', agreement, moves });
    const changes = { campaignAgencySettlementCreated: dayIn(agreement.tenantTimeZone, work.now) };
    await followBatch(work, agreement, changes, { batchId: id, description: `Batch ${id} approved` });
  }
}

export async function processBatch(work: Work, scope: AccessScope, id: number): Promise<void> {
  const held = await holdBatch(work, scope, id, 'process');
  if (!held) return;
  // If somebody has the file, the bank may have it too. Then this states a fact, and nobody else can state it.
  if (held.batch.fileDownloadedDate === null) await refuseLapsed(work, held.batch);
  await work.tx
    .updateTable('batches')
    .set({ status: 'processing', processingDate: work.now, processingByUserId: held.userId })
    .where('id', '=', id)
    .execute();
  for (const { agreement } of held.campaigns) {
    const changes = { campaignAgencySettlementProcessing: dayIn(agreement.tenantTimeZone, work.now) };
    await followBatch(work, agreement, changes, { batchId: id, description: `Batch ${id} given to the bank` });
  }
}
