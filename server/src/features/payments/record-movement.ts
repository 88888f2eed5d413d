import type { NewMovement } from '@kerb/domain/books/movements.contract.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { decideMovement, decideUndo } from '@kerb/domain/payments/movements.ts';
import { reverseTransaction } from '@kerb/server/features/payments/ledger.repository.ts';
import { findMovement } from '@kerb/server/features/payments/movements.repository.ts';
import { readOursInTrust } from '@kerb/server/features/payments/ours-in-trust.ts';
import { postMoves } from '@kerb/server/features/payments/post-moves.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { takeTurn } from '@kerb/server/platform/database/locks.ts';
import { mustAllow, notFound } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Records that an admin has moved money at the bank. Two admins at once cannot move the same money twice. */
export async function recordMovement(work: Work, asked: NewMovement): Promise<void> {
  const { config, country } = work.deps;
  await takeTurn(work.tx, 'bankMovements');
  const { direction, amount, day, reference } = asked;
  const move = mustAllow(
    decideMovement(asked, {
      ...(await readOursInTrust(work.tx)),
      isSeparate: config.operatingAccount !== null,
      today: dayIn(country.defaultTimeZone, work.now),
      style: country,
    }),
  );
  const moves = [move];
  const movement = await postMoves(work, { agreementId: null, event: 'movement', day, description: reference, moves });
  await record(work, {
    activityCode: 'campaign_update',
    description: 'Money moved between bank accounts',
    data: { movement, direction, amount, day, reference },
  });
}

/** Takes back a movement that was recorded by mistake. A repeat is refused, so nothing is taken back twice. */
export async function undoMovement(work: Work, id: number): Promise<void> {
  await takeTurn(work.tx, 'bankMovements');
  const found = await findMovement(work.tx, id);
  if (!found) throw notFound('movement');
  mustAllow(decideUndo(found));
  await reverseTransaction(work, { agreementId: null, id });
  const { direction, amount, day, reference } = found;
  await record(work, {
    activityCode: 'campaign_update',
    description: 'Movement between bank accounts taken back',
    data: { movement: id, direction, amount, day, reference },
  });
}
