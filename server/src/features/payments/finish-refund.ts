import { must } from '@kerb/domain/kernel/must.ts';
import { moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import { keptFee, paidBack } from '@kerb/domain/payments/refunds.ts';
import {
  type AgreementRecord,
  findAgreement,
  lockAgreement,
} from '@kerb/server/features/agreements/agreements.repository.ts';
import { carryOut } from '@kerb/server/features/payments/carry-out-plan.ts';
import { followMoney } from '@kerb/server/features/payments/follow-money.ts';
import { moneyFactsOf, planForArrived } from '@kerb/server/features/payments/money-facts.ts';
import { notifyOfRefund } from '@kerb/server/features/payments/notify-of-change.ts';
import {
  getPayment,
  lockPayment,
  type PaymentRecord,
  paymentNumber,
  wholeScope,
} from '@kerb/server/features/payments/payments.repository.ts';
import { postMoves } from '@kerb/server/features/payments/post-moves.ts';
import {
  findRefund,
  finishRefund,
  getRefund,
  type RefundRecord,
} from '@kerb/server/features/payments/refunds.repository.ts';
import { tellRefund } from '@kerb/server/features/payments/tell-refund.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { CardGateway } from '@kerb/server/platform/ports/card-gateway.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import { type By, inTransaction, type Work } from '@kerb/server/platform/work.ts';

export async function logRefund(
  work: Work,
  { id, tenantId }: Pick<AgreementRecord, 'id' | 'tenantId'>,
  description: string,
  data: object,
): Promise<void> {
  await record(work, { activityCode: 'campaign_update', description, agreementId: id, tenantId, data });
}

/** Tells the payers and the team what went back, and what applies now. */
export async function notifyRefunded(work: Work, refund: RefundRecord, isToCard: boolean): Promise<void> {
  const agreement = must(
    await findAgreement(work.tx, wholeScope, refund.agreementId),
    `campaign ${refund.agreementId}`,
  );
  await notifyOfRefund(work, agreement, { refund, isToCard });
}

/** The refund as it is now, with its campaign and its payment, all locked. */
async function lockAll(work: Work, { id, agreementId, paymentId }: RefundRecord) {
  const agreement = must(await lockAgreement(work.tx, wholeScope, agreementId), `campaign ${agreementId}`);
  const payment = must(await lockPayment(work.tx, paymentId), `payment ${paymentId}`);
  return { agreement, payment, refund: await getRefund(work.tx, id) };
}
type Locked = Awaited<ReturnType<typeof lockAll>>;

const figures = (payment: PaymentRecord, { amount, fee, reason }: RefundRecord) => ({
  payment: paymentNumber(payment),
  ...{ amount, fee, reason },
});

/** The gateway has refunded the money. */
async function confirm(work: Work, { agreement, payment, refund }: Locked): Promise<void> {
  await postMoves(work, {
    agreementId: agreement.id,
    event: 'refunded',
    key: `refunded:${refund.reference}`,
    paymentId: payment.id,
    moves: [moveOf('refunded', paidBack(refund))],
  });
  await finishRefund(work.tx, refund.id, { status: 'made', finishedDate: work.now });
  await logRefund(work, agreement, 'Part of a payment refunded', figures(payment, refund));
  await tellRefund(work, { ...refund, status: 'made' });
  await notifyRefunded(work, refund, true);
}

/** The gateway has confirmed a refund that is requested. */
export const confirmPartRefund = async (work: Work, refund: RefundRecord): Promise<void> =>
  confirm(work, await lockAll(work, refund));

/** The money of a refund that was not made is the payer's again, with its fee, and pays what the campaign asks for. */
async function takeIn(work: Work, { agreement, payment, refund }: Locked, wasMade: boolean): Promise<void> {
  await finishRefund(work.tx, refund.id, { status: wasMade ? 'failed' : 'refused', finishedDate: work.now });
  const facts = await moneyFactsOf(work.tx, agreement);
  const fee = keptFee(refund.fee, work.deps.country);
  const money = { move: wasMade ? ('refundFailed' as const) : ('putBack' as const), amount: paidBack(refund), fee };
  const plan = mustAllow(planForArrived(facts, agreement, money, work.deps.country));
  const event = wasMade ? 'refund-failed' : 'refund-refused';
  await carryOut(work, agreement, plan, { event, key: `${event}:${refund.reference}`, payment });
  const words = wasMade
    ? 'Refund failed after the card gateway had confirmed it'
    : 'Refund refused by the card gateway';
  await logRefund(work, agreement, words, figures(payment, refund));
  await tellRefund(work, { ...refund, status: wasMade ? 'failed' : 'refused' });
  await followMoney(work, agreement);
}

/** Asks the gateway for the refund and stores the outcome. Idempotent. */
export async function finishPartRefund(deps: Deps, cards: CardGateway, by: By, refund: RefundRecord): Promise<void> {
  const { reference: chargeReference } = await getPayment(deps.db, refund.paymentId);
  const { reference } = refund;
  const outcome = await cards.refund({ reference, chargeReference, amountCents: paidBack(refund) });
  if (outcome.state === 'pending') return;
  await inTransaction(deps, by, async (work) => {
    const locked = await lockAll(work, refund);
    if (locked.refund.status !== 'requested') return;
    if (outcome.state === 'approved') await confirm(work, locked);
    else await takeIn(work, locked, false);
  });
}

/** The card gateway reports that a refund in part was not made, before or after it was confirmed. Idempotent. */
export async function receiveFailedPartRefund(work: Work, reference: string): Promise<void> {
  const found = await findRefund(work.tx, reference);
  if (!found) return;
  const locked = await lockAll(work, found);
  const { status } = locked.refund;
  if (status !== 'requested' && status !== 'made') return;
  await takeIn(work, locked, status === 'made');
  if (status !== 'made') return;
  work.deps.log.warn(
    { refundId: found.id, paymentId: found.paymentId, agreementId: found.agreementId },
    'a confirmed refund failed; its money is with us again and belongs to the payer',
  );
}
