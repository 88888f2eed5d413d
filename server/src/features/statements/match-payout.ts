import { type Cents, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import { decideFee } from '@kerb/domain/statements/gateway-fee.ts';
import { decideLineMove, isGoingOut } from '@kerb/domain/statements/line-moves.ts';
import { reverseTransaction } from '@kerb/server/features/payments/ledger.repository.ts';
import { postMoves } from '@kerb/server/features/payments/post-moves.ts';
import { type HeldLine, lockLine } from '@kerb/server/features/statements/statements.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Payout = { payoutId: number | null; fee: Cents };

async function saveLine(work: Work, { id, state }: HeldLine, after: HeldLine['state'], { payoutId, fee }: Payout) {
  await work.tx
    .updateTable('bankStatementLines')
    .set({
      state: after,
      payoutId,
      payoutFee: decimalFromCents(fee),
      stateDate: work.now,
      stateByUserId: work.actor?.userId ?? null,
    })
    .where('id', '=', id)
    .execute();
  const description = payoutId === null ? 'Card gateway payout no longer matched' : 'Card gateway payout matched';
  const data = { statementLine: id, state: { before: state, after }, fee };
  await record(work, { activityCode: 'campaign_update', description, data });
}

/**
 * Matches a line with a payout of the card gateway: money from cards, for many campaigns, has arrived on our bank
 * account, less the gateway's fee. Outgoing money is what the gateway took, for refunds or as its fee.
 */
export async function matchPayout(work: Work, id: number, fee: Cents): Promise<void> {
  const line = await lockLine(work.tx, id);
  if (line.payoutId !== null && line.stateByUserId === work.actor?.userId) return;
  const state = mustAllow(decideLineMove(line, 'accept'));
  mustAllow(decideFee(line.amountCents, fee));
  const { amountCents, account } = line;
  const isOut = isGoingOut(amountCents);
  const cash = isOut ? moveOf('gatewayDebit', -amountCents) : moveOf('payout', amountCents);
  // The trust account is where the gateway should pay. Money in the other account is to be moved.
  const between = moveOf(isOut ? 'intoTrust' : 'intoOperating', account === 'trust' ? 0 : Math.abs(amountCents));
  const payoutId = await postMoves(work, {
    agreementId: null,
    event: 'payout',
    moves: [cash, moveOf('gatewayFee', fee), between],
    description: line.words,
  });
  await saveLine(work, line, state, { payoutId, fee });
}

export async function undoPayout(work: Work, id: number, payoutId: number): Promise<void> {
  const line = await lockLine(work.tx, id);
  const state = mustAllow(decideLineMove(line, 'undo'));
  await reverseTransaction(work, { agreementId: null, id: payoutId });
  await saveLine(work, line, state, { payoutId: null, fee: 0 });
}
