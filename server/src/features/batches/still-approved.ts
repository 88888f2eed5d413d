import { decideStillApproved } from '@kerb/domain/batches/batch-moves.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { batchLapsedMessage } from '@kerb/domain/notifications/second-person-messages.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { ReviewedPerson } from '@kerb/server/platform/ports/rights-effects.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import { storedActors, storedMay } from '@kerb/server/platform/rights/stored-actors.ts';
import { messageFacts, tellAdmins } from '@kerb/server/platform/second-person/tell-admins.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Decided = {
  createdByUserId: number;
  approvedByUserId: number | null;
  lapsedDate: Moment | null;
  fileDownloadedDate: Moment | null;
};

/**
 * Refuses to go on with a locked batch that is no longer two admins' decision. Reads both people now, so that every way
 * to change their roles counts.
 */
export async function refuseLapsed({ tx }: Work, batch: Decided): Promise<void> {
  const ids = [batch.createdByUserId, batch.approvedByUserId].filter((id) => id !== null);
  const actors = await storedActors(tx, ids);
  const makerMay = storedMay(actors.get(batch.createdByUserId), 'batch.make');
  const approverMay = batch.approvedByUserId === null || storedMay(actors.get(batch.approvedByUserId), 'batch.approve');
  mustAllow(decideStillApproved({ ...batch, makerMay, approverMay }));
}

/** Holds the approved batches of a person who is no longer an admin, and tells all admins which ones. */
export async function holdBatchesOf(work: Work, { userId, displayName, mayStill }: ReviewedPerson): Promise<void> {
  if (mayStill()) return;
  const approved = await work.tx
    .selectFrom('batches')
    .select('id')
    .where('status', '=', 'approved')
    .where((row) => row.or([row('createdByUserId', '=', userId), row('approvedByUserId', '=', userId)]))
    .orderBy('id')
    .forUpdate()
    .execute();
  // Nearly every change of a role is of somebody without batches.
  if (approved.length === 0) return;
  const ids = approved.map(({ id }) => id);
  const batches = await work.tx
    .updateTable('batches')
    .set({ lapsedDate: work.now })
    .where('id', 'in', ids)
    .where('lapsedDate', 'is', null)
    .returning(['id', 'createdByUserId', 'fileFirstDownloadedDate'])
    .execute();
  for (const { id, createdByUserId, fileFirstDownloadedDate } of batches.toSorted((a, b) => a.id - b.id)) {
    const part = createdByUserId === userId ? 'made' : 'approved';
    const facts = { batch: id, part, personName: displayName, isDownloaded: fileFirstDownloadedDate !== null } as const;
    await record(work, {
      activityCode: 'campaign_update',
      description: `Batch ${id} needs a new approval: the person who ${part} it may no longer do so`,
      data: { batch: id },
    });
    await tellAdmins(work, batchLapsedMessage({ ...messageFacts(work), ...facts }));
  }
}
