import { moveOfMovement, oneAccount } from '@kerb/domain/payments/movements.ts';
import { decideMovementOfLine, directionOfLine } from '@kerb/domain/statements/line-accounts.ts';
import { decideLineMove } from '@kerb/domain/statements/line-moves.ts';
import { reverseTransaction } from '@kerb/server/features/payments/ledger.repository.ts';
import { postMoves } from '@kerb/server/features/payments/post-moves.ts';
import { movementById } from '@kerb/server/features/statements/line-movements.repository.ts';
import { type HeldLine, lockLine } from '@kerb/server/features/statements/statements.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { takeTurn } from '@kerb/server/platform/database/locks.ts';
import { mustAllow, notFound, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Match = { movementId: number | null; isLinked: boolean };

async function saveLine(work: Work, { id, state }: HeldLine, after: HeldLine['state'], match: Match) {
  await work.tx
    .updateTable('bankStatementLines')
    .set({ state: after, ...match, stateDate: work.now, stateByUserId: work.actor?.userId ?? null })
    .where('id', '=', id)
    .execute();
  await record(work, {
    activityCode: 'campaign_update',
    description:
      match.movementId === null
        ? 'Bank statement line no longer a movement between bank accounts'
        : 'Bank statement line is a movement between bank accounts',
    data: { statementLine: id, state: { before: state, after }, ...match },
  });
}

/** The bank has moved the money, so it is recorded whatever was to be moved. */
async function postLine(work: Work, line: HeldLine): Promise<number | null> {
  const asked = { direction: directionOfLine(line), amount: Math.abs(line.amountCents) };
  const moves = [moveOfMovement(asked)];
  const about = { agreementId: null, event: 'movement', day: line.date, description: line.words } as const;
  return postMoves(work, { ...about, moves });
}

async function linkTo(work: Work, line: HeldLine, movementId: number): Promise<number> {
  const movement = await movementById(work.tx, movementId);
  if (!movement) throw notFound('movement');
  mustAllow(decideMovementOfLine(line, movement));
  return movementId;
}

/**
 * Matches a line with a movement between our accounts: one that an admin or the line of the other account recorded, or
 * a new one. A repeat by the same person succeeds.
 */
export async function matchMovement(work: Work, id: number, movementId: number | undefined): Promise<void> {
  await takeTurn(work.tx, 'bankMovements');
  const line = await lockLine(work.tx, id);
  if (work.deps.config.operatingAccount === null) throw new Problem(409, 'one-account', oneAccount);
  const isDone = line.movementId !== null && line.movementId === (movementId ?? line.movementId);
  if (isDone && line.stateByUserId === work.actor?.userId) return;
  const state = mustAllow(decideLineMove(line, 'accept'));
  const isLinked = movementId !== undefined;
  const found = isLinked ? await linkTo(work, line, movementId) : await postLine(work, line);
  await saveLine(work, line, state, { movementId: found, isLinked });
}

const otherLine = 'A line of the other account is matched with this movement. Undo that line first.';

/** The line is unmatched again. A movement that it recorded is taken back; one that was recorded before stays. */
export async function undoMovementOfLine(work: Work, id: number, movementId: number): Promise<void> {
  await takeTurn(work.tx, 'bankMovements');
  const line = await lockLine(work.tx, id);
  const state = mustAllow(decideLineMove(line, 'undo'));
  if (!line.isLinked) {
    const shownBy = (await movementById(work.tx, movementId))?.shownBy ?? [];
    if (shownBy.length > 1) throw new Problem(409, 'other-line', otherLine);
    await reverseTransaction(work, { agreementId: null, id: movementId });
  }
  await saveLine(work, line, state, { movementId: null, isLinked: false });
}
