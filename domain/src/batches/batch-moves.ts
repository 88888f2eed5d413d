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

/** Instead of the label of its status, for an approved batch that lost its approval. */
const lapsedLabel = 'Needs New Approval';
export const batchLabel = ({ status, isLapsed = false }: { status: BatchStatus; isLapsed?: boolean | undefined }) =>
  isLapsed ? lapsedLabel : batchStatusLabels[status];

type Facts = {
  status: BatchStatus;
  createdByUserId: number;
  /** Whether it was approved and lost its approval. */
  isLapsed?: boolean | undefined;
  fileDownloadedDate?: Moment | null | undefined;
};

export const ownBatchRefusal = 'You made this batch, so someone else has to approve it.';

/** Why a batch is held, and what to do. Once somebody has the file, the bank may have it too. */
export function needsNewApproval({ fileDownloadedDate = null }: { fileDownloadedDate?: Moment | null | undefined }) {
  const because = 'This batch needs a new approval, because the person who made or approved it stopped being an admin.';
  if (fileDownloadedDate === null) return `${because} Discard it and make another.`;
  return `${because} Somebody has its bank file already: ask the bank whether it has taken it. If it has, mark the batch as processing. If not, discard it and make another.`;
}

/** Decides a move of a batch. The screen calls it first; the server calls it again with the batch locked. */
export function decideBatchMove(batch: Facts, name: BatchMove, userId: number): Decision<BatchStatus> {
  const move: Move = batchMoves[name];
  if (!move.from.includes(batch.status)) {
    if (batch.isLapsed) return refuse('approval-lapsed', needsNewApproval(batch));
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

type Decided = {
  /** Whether each of the two people is an admin now. */
  makerMay: boolean;
  approverMay: boolean;
  lapsedDate: Moment | null;
  fileDownloadedDate: Moment | null;
};

/**
 * An approved batch is two admins' decision only for as long as both are admins. One that lost its approval does not
 * get it back with the person's role: the admins were told that it needs a new one.
 */
export const decideStillApproved = ({ makerMay, approverMay, lapsedDate, ...batch }: Decided): Decision<null> =>
  makerMay && approverMay && lapsedDate === null ? allow(null) : refuse('approval-lapsed', needsNewApproval(batch));

/** Once somebody has the file, the bank may have it too. A second person then confirms that it has not. */
export const discardNeedsSecond = ({ fileDownloadedDate }: { fileDownloadedDate: Moment | null }): boolean =>
  fileDownloadedDate !== null;

/** The moves that a batch's status allows, for any admin. */
export const movesFrom = (status: BatchStatus): BatchMove[] =>
  (Object.keys(batchMoves) as BatchMove[]).filter((name) => (batchMoves[name] as Move).from.includes(status));
