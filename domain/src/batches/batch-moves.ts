import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { type Asker, decideSecond, type SecondPerson } from '@kerb/domain/second-person/second-person.ts';

export const batchStatuses = ['waiting-approval', 'approved', 'processing', 'transferred', 'discarded'] as const;
export type BatchStatus = (typeof batchStatuses)[number];
export const batchStatusLabels: Record<BatchStatus, string> = {
  'waiting-approval': 'Awaiting Approval',
  approved: 'Ready',
  processing: 'Processing',
  transferred: 'Transferred',
  discarded: 'Discarded',
};

type Move = { label: string; from: readonly BatchStatus[]; to: BatchStatus; bySecondPerson: boolean };

/** The moves of a batch. Once the bank has its file, the batch cannot go back. */
// biome-ignore format: a table
export const batchMoves = {
  approve:  { label: 'Approve',             from: ['waiting-approval'],             to: 'approved',    bySecondPerson: true  },
  process:  { label: 'Mark as Processing',  from: ['approved'],                     to: 'processing',  bySecondPerson: false },
  transfer: { label: 'Mark as Transferred', from: ['processing'],                   to: 'transferred', bySecondPerson: false },
  discard:  { label: 'Discard',             from: ['waiting-approval', 'approved'], to: 'discarded',   bySecondPerson: false },
} as const satisfies Record<string, Move>;
export type BatchMove = keyof typeof batchMoves;

type Facts = { status: BatchStatus; createdByUserId: number };

export const ownBatchRefusal = 'You made this batch, so someone else has to approve it.';

/** Decides a move of a batch. The screen calls it first; the server calls it again with the batch locked. */
export function decideBatchMove(batch: Facts, name: BatchMove, userId: number): Decision<BatchStatus> {
  const move: Move = batchMoves[name];
  if (!move.from.includes(batch.status)) {
    return refuse('batch-moved-on', `This batch is ${batchStatusLabels[batch.status].toLowerCase()} already.`);
  }
  if (move.bySecondPerson && batch.createdByUserId === userId) return refuse('own-batch', ownBatchRefusal);
  return allow(move.to);
}

/** Whether this person may approve a batch: a second person, who did not make the account of the one who made it. */
export function decideApproval(batch: Facts, asker: Asker, person: SecondPerson, now: Moment): Decision<null> {
  const move = decideBatchMove(batch, 'approve', person.userId);
  return move.ok ? decideSecond(asker, person, now) : move;
}

export const needsNewApproval =
  'This batch needs a new approval: the person who made or approved it is no longer an admin. Discard it and make another.';

/** An approved batch is two admins' decision only for as long as both are admins. */
export const decideStillApproved = ({ makerMay, approverMay }: Record<'makerMay' | 'approverMay', boolean>) =>
  makerMay && approverMay ? allow(null) : refuse('approval-lapsed', needsNewApproval);

/** Once somebody has the file, the bank may have it too. A second person then confirms that it has not. */
export const discardNeedsSecond = ({ fileDownloadedDate }: { fileDownloadedDate: Moment | null }): boolean =>
  fileDownloadedDate !== null;

/** The moves that a batch's status allows, for any admin. */
export const movesFrom = (status: BatchStatus): BatchMove[] =>
  (Object.keys(batchMoves) as BatchMove[]).filter((name) => (batchMoves[name] as Move).from.includes(status));
