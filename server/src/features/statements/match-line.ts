import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { decideLineMove, decidePays } from '@kerb/domain/statements/line-moves.ts';
import { decideLink, paymentFor, type SameOrAnother } from '@kerb/domain/statements/propose-matches.ts';
import { type AgreementRecord, lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { recordRepayment } from '@kerb/server/features/loan-books/record-repayment.ts';
import { correctLanding } from '@kerb/server/features/payments/land-payment.ts';
import { findPayment, paymentNumber } from '@kerb/server/features/payments/payments.repository.ts';
import { recordPayment } from '@kerb/server/features/payments/record-payment.ts';
import { requestVoid } from '@kerb/server/features/payments/void-payment.ts';
import { type CampaignCandidate, candidateById } from '@kerb/server/features/statements/candidates.repository.ts';
import { undoMovementOfLine } from '@kerb/server/features/statements/match-movement.ts';
import { undoPayout } from '@kerb/server/features/statements/match-payout.ts';
import { unlinkTransfer } from '@kerb/server/features/statements/match-transfer.ts';
import { type HeldLine, lockLine } from '@kerb/server/features/statements/statements.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { conflict, mustAllow, notFound, notPermitted, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

const isDone = async (work: Work, line: HeldLine, agreementId: number): Promise<boolean> => {
  if (line.paymentId === null || line.stateByUserId !== work.actor?.userId) return false;
  return (await findPayment(work.tx, line.paymentId))?.agreementId === agreementId;
};

type Request = { id: number; agreementId: number; said: SameOrAnother | undefined };

/**
 * Records a line as a payment of a campaign, once, or links it to the payment that was recorded by hand for the same
 * money. A link moves nothing in the ledger. A repeat by the same person succeeds; another person is refused.
 */
export async function acceptMatch(work: Work, scope: AccessScope, asked: Request): Promise<void> {
  const { id, agreementId, said } = asked;
  const { tx, now, actor } = work;
  if (!actor) throw notPermitted();
  const agreement = await lockCampaign(tx, scope, agreementId);
  const line = await lockLine(tx, id);
  if (await isDone(work, line, agreementId)) return;
  const state = mustAllow(decideLineMove(line, 'accept'));
  mustAllow(decidePays(line));
  const candidate = must(await candidateById(tx, agreementId), `campaign ${agreementId}`);
  const linked = mustAllow(decideLink(candidate, line.amountCents, said));
  const paymentId = linked?.id ?? (await recordLine(work, agreement, line, candidate));
  // An admin who recorded the payment by hand did not say into which account it came. The statement does.
  if (linked) await correctLanding(work, paymentId, line.account);
  await tx
    .updateTable('bankStatementLines')
    .set({ state, paymentId, isLinked: linked !== null, stateDate: now, stateByUserId: actor.userId })
    .where('id', '=', id)
    .execute();
  await record(work, {
    activityCode: 'campaign_update',
    description: linked ? 'Bank statement line linked to a recorded payment' : 'Bank statement line matched',
    agreementId,
    tenantId: agreement.tenantId,
    data: { statementLine: id, payment: paymentNumber({ id: paymentId }) },
  });
}

function recordLine(work: Work, agreement: AgreementRecord, line: HeldLine, candidate: CampaignCandidate) {
  const { refusal, kind, financeOptionCode, due } = paymentFor(candidate, line.amountCents, line.date);
  if (refusal !== null) throw new Problem(409, 'not-payable', refusal);
  const { account: into } = line;
  if (kind === 'repayment') {
    const { amountCents: amount, date, words: description } = line;
    return recordRepayment(work, agreement, { amount, date, method: 'direct-deposit', description, into });
  }
  return recordPayment(work, agreement, {
    ...{ kind, financeOptionCode, method: 'direct-deposit', due, amount: line.amountCents, surcharge: 0 },
    date: line.date,
    description: line.words,
    receiptEmail: null,
    into,
  });
}

const undone = 'The match with a bank statement was undone';

/** Unlinks a line from the payment that was recorded by hand. The payment stays. Locks its campaign before the line. */
async function undoLink(work: Work, scope: AccessScope, id: number, paymentId: number): Promise<void> {
  const payment = must(await findPayment(work.tx, paymentId), `payment ${paymentId}`);
  const { tenantId } = await lockCampaign(work.tx, scope, payment.agreementId);
  const line = await lockLine(work.tx, id);
  const state = mustAllow(decideLineMove(line, 'undo'));
  if (!line.isLinked || line.paymentId !== paymentId) throw conflict();
  await work.tx
    .updateTable('bankStatementLines')
    .set({ state, paymentId: null, isLinked: false, stateDate: work.now, stateByUserId: work.actor?.userId ?? null })
    .where('id', '=', id)
    .execute();
  await correctLanding(work, paymentId);
  await record(work, {
    activityCode: 'campaign_update',
    description: 'Bank statement line no longer linked',
    agreementId: payment.agreementId,
    tenantId,
    data: { statementLine: id, payment: paymentNumber(payment) },
  });
}

/**
 * Voids the payment, and the database then releases its line. A payment that was recorded by hand stays, and so does
 * what a batch says. A payout is reversed in the ledger.
 */
export async function undoMatch(work: Work, scope: AccessScope, id: number): Promise<void> {
  const { tx, actor } = work;
  const found = await tx
    .selectFrom('bankStatementLines')
    .select(['paymentId', 'payoutId', 'batchId', 'movementId', 'isLinked'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound('statement line');
  if (found.payoutId !== null) return undoPayout(work, id, found.payoutId);
  if (found.batchId !== null) return unlinkTransfer(work, id);
  if (found.movementId !== null) return undoMovementOfLine(work, id, found.movementId);
  if (found.isLinked && found.paymentId !== null) return undoLink(work, scope, id, found.paymentId);
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
