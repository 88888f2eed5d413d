import { decideLineMove, type LineMove } from '@kerb/domain/statements/line-moves.ts';
import { lockLine } from '@kerb/server/features/statements/statements.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Step = { id: number; move: Extract<LineMove, 'ignore' | 'restore'>; reason: string | null; description: string };

async function moveLine(work: Work, { id, move, reason, description }: Step): Promise<void> {
  const line = await lockLine(work.tx, id);
  const state = mustAllow(decideLineMove(line, move));
  await work.tx
    .updateTable('bankStatementLines')
    .set({ state, ignoreReason: reason, stateDate: work.now, stateByUserId: work.actor?.userId ?? null })
    .where('id', '=', id)
    .execute();
  const data = { statementLine: id, state: { before: line.state, after: state }, reason };
  await record(work, { activityCode: 'campaign_update', description, data });
}

/** Ignores a line that is not a payer's money. */
export const ignoreLine = (work: Work, id: number, reason: string): Promise<void> =>
  moveLine(work, { id, move: 'ignore', reason, description: 'Bank statement line ignored' });

export const restoreLine = (work: Work, id: number): Promise<void> =>
  moveLine(work, { id, move: 'restore', reason: null, description: 'Bank statement line no longer ignored' });
