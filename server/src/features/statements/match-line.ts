import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { decideLineMove } from '@kerb/domain/statements/line-moves.ts';
import { paymentFor } from '@kerb/domain/statements/propose-matches.ts';
import { lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { findPayment, paymentNumber } from '@kerb/server/features/payments/payments.repository.ts';
import { recordPayment } from '@kerb/server/features/payments/record-payment.ts';
import { requestVoid } from '@kerb/server/features/payments/void-payment.ts';
import { candidateById } from '@kerb/server/features/statements/candidates.repository.ts';
import { undoPayout } from '@kerb/server/features/statements/match-payout.ts';
import { type HeldLine, lockLine } from '@kerb/server/features/statements/statements.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { mustAllow, notFound, notPermitted, Problem } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

const isDone = async (work: Work, line: HeldLine, agreementId: number): Promise<boolean> => {
  if (line.paymentId === null || line.stateByUserId !== work.actor?.userId) return false;
  return (await findPayment(work.tx, line.paymentId))?.agreementId === agreementId;
};

/** Records a line as a payment of a campaign, once. A repeat by the same person succeeds; another person is refused. */
export async function acceptMatch(work: Work, scope: AccessScope, id: number, agreementId: number): Promise<void> {
  const { tx, now, actor } = work;
  if (!actor) throw notPermitted();
  const agreement = await lockCampaign(tx, scope, agreementId);
  const line = await lockLine(tx, id);
  if (await isDone(work, line, agreementId)) return;
  const state = mustAllow(decideLineMove(line, 'accept'));
  const candidate = must(await candidateById(tx, agreementId), `campaign ${agreementId}`);
  const { refusal, kind, financeOptionCode, due } = paymentFor(candidate, line.amountCents);
  if (refusal !== null) throw new Problem(409, 'not-payable', refusal);
  const paymentId = await recordPayment(work, agreement, {
    ...{ kind, financeOptionCode, method: 'direct-deposit', due, amount: line.amountCents, surcharge: 0 },
    date: line.date,
    description: line.words,
    receiptEmail: null,
  });
  await tx
    .updateTable('bankStatementLines')
    .set({ state, paymentId, stateDate: now, stateByUserId: actor.userId })
    .where('id', '=', id)
    .execute();
  await record(work, {
    activityCode: 'campaign_update',
    description: 'Bank statement line matched',
    agreementId,
    tenantId: agreement.tenantId,
    data: { statementLine: id, payment: paymentNumber({ id: paymentId }) },
  });
}

const undone = 'The match with a bank statement was undone';

/** Voids the payment, and the database then releases its line. A payout is reversed in the ledger. */
export async function undoMatch(work: Work, scope: AccessScope, id: number): Promise<void> {
  const { tx, actor } = work;
  const found = await tx
    .selectFrom('bankStatementLines')
    .select(['paymentId', 'payoutId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound('statement line');
  if (found.payoutId !== null) return undoPayout(work, id, found.payoutId);
  // Locks the campaign and its payment before the line.
  if (found.paymentId !== null) await requestVoid(work, scope, { id: found.paymentId, reason: undone });
  const line = await lockLine(tx, id);
  if (found.paymentId === null) mustAllow(decideLineMove(line, 'undo'));
  await tx
    .updateTable('bankStatementLines')
    .set({ stateByUserId: actor?.userId ?? null })
    .where('id', '=', id)
    .execute();
}
