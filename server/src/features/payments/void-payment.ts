import { randomUUID } from 'node:crypto';
import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { allow, type Decision } from '@kerb/domain/kernel/decision.ts';
import { moneyOf } from '@kerb/domain/payments/campaign-money.ts';
import { moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import type { MovedMoney, Plan } from '@kerb/domain/payments/money-plan.ts';
import { decideVoidPayment } from '@kerb/domain/payments/void-payment.ts';
import type { RefundState } from '@kerb/domain/webhooks/own-events.ts';
import { type AgreementRecord, lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { carryOut } from '@kerb/server/features/payments/carry-out-plan.ts';
import { followMoney } from '@kerb/server/features/payments/follow-money.ts';
import { unlandPayment } from '@kerb/server/features/payments/land-payment.ts';
import { type MoneyFacts, moneyFactsOf, planFor, planForArrived } from '@kerb/server/features/payments/money-facts.ts';
import {
  findByRefund,
  findPayment,
  getPayment,
  lockPayment,
  type PaymentRecord,
  paymentNumber,
  updatePayment,
  wholeScope,
} from '@kerb/server/features/payments/payments.repository.ts';
import { hasPosted, postMoves } from '@kerb/server/features/payments/post-moves.ts';
import { tellRefund, tellVoided } from '@kerb/server/features/payments/tell-refund.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type CardGateway, GatewayUnavailable } from '@kerb/server/platform/ports/card-gateway.ts';
import { mustAllow, notFound, Problem } from '@kerb/server/platform/problems/problem.ts';
import { type By, inTransaction, type Work } from '@kerb/server/platform/work.ts';

const totalOf = ({ amount, surcharge }: PaymentRecord) => amount + surcharge;

/** The card gateway refunds a card. Any other money is returned outside the product, or never came. */
const moneyOfVoid = (payment: PaymentRecord): MovedMoney =>
  payment.method === 'card'
    ? { move: 'setAside', amount: totalOf(payment) }
    : { move: 'takeBack', amount: totalOf(payment), method: payment.method };

/** What a repayment repaid is owed again. The plan leaves the invoices as they are. */
const decideVoidRepayment = ({ books }: MoneyFacts): Decision<Plan> =>
  allow({ voided: [], paid: new Map(), issued: null, moves: () => [], after: { ...moneyOf(books) } });

/** Whether a payment can be voided now, and what that does to the campaign's money. */
export function decideVoid(
  facts: MoneyFacts,
  campaign: AgreementRecord,
  payment: PaymentRecord,
  tax: { gstBasisPoints: number },
): Decision<Plan> {
  const isRepayment = payment.kind === 'repayment';
  // The loan decides whether held money still covers a repayment.
  const verdict = decideVoidPayment(payment, { hasReturned: !isRepayment && facts.books.returned > 0 });
  if (!verdict.ok) return verdict;
  if (isRepayment) return decideVoidRepayment(facts);
  return planFor(facts, campaign, { money: moneyOfVoid(payment), without: payment.id }, tax);
}

async function log(work: Work, { id, tenantId }: AgreementRecord, description: string, data: object) {
  await record(work, { activityCode: 'campaign_update', description, agreementId: id, tenantId, data });
}

async function logVoided(work: Work, agreement: AgreementRecord, payment: PaymentRecord): Promise<void> {
  await log(work, agreement, 'Payment voided', {
    payment: paymentNumber(payment),
    status: { before: 'approved', after: 'voided' },
    reason: payment.voidReason ?? '',
  });
  await tellVoided(work, agreement.id, { id: payment.id, total: totalOf(payment) });
}

/** A card is refunded as a whole when its payment is voided. */
const tellWhole = (work: Work, payment: PaymentRecord, status: RefundState) =>
  tellRefund(work, {
    ...{ agreementId: payment.agreementId, paymentId: payment.id },
    ...{ status, amount: totalOf(payment) },
  });

async function lockBoth(work: Work, scope: AccessScope, id: number) {
  const found = await findPayment(work.tx, id);
  const agreement = found && (await lockAgreement(work.tx, scope, found.agreementId));
  const payment = agreement && (await lockPayment(work.tx, id));
  if (!payment) throw notFound('payment');
  return { agreement, payment };
}

/** Takes a payment's money away from the campaign: nothing of it is kept for the organisation from now on. */
async function takeAway(work: Work, agreement: AgreementRecord, payment: PaymentRecord, key: string): Promise<void> {
  const facts = await moneyFactsOf(work.tx, agreement);
  const wanted = { money: moneyOfVoid(payment), without: payment.id };
  const plan = mustAllow(planFor(facts, agreement, wanted, work.deps.country));
  const event = payment.method === 'card' ? 'refund-requested' : 'void';
  await carryOut(work, agreement, plan, { event, key, payment, reason: payment.voidReason ?? '' });
}

/**
 * The first transaction: from now on the refund is requested, and its money is set aside. Without a card there is no
 * gateway to ask, so the void is complete.
 */
export async function requestVoid(work: Work, scope: AccessScope, { id, reason }: { id: number; reason: string }) {
  const { agreement, payment } = await lockBoth(work, scope, id);
  mustAllow(decideVoid(await moneyFactsOf(work.tx, agreement), agreement, payment, work.deps.country));
  if (payment.kind === 'repayment') return voidRepayment(work, agreement, payment, reason);
  const refundReference = randomUUID();
  const asked = { voidReason: reason, voidRequestedDate: work.now, refundReference };
  const isCard = payment.method === 'card';
  await updatePayment(work.tx, id, isCard ? asked : { ...asked, status: 'voided', voidDate: work.now });
  await takeAway(work, agreement, { ...payment, ...asked }, isCard ? `refund:${refundReference}` : `void:${id}`);
  if (isCard) {
    await log(work, agreement, 'Refund requested', { payment: paymentNumber(payment), reason });
    await tellWhole(work, payment, 'requested');
  } else {
    await unlandPayment(work, id);
    await logVoided(work, agreement, { ...payment, ...asked });
  }
  await followMoney(work, agreement, true);
  return getPayment(work.tx, id);
}

/** A repayment goes back, or never came: the loan is owed again. */
async function voidRepayment(work: Work, agreement: AgreementRecord, payment: PaymentRecord, reason: string) {
  await updatePayment(work.tx, payment.id, {
    ...{ status: 'voided', voidDate: work.now, voidReason: reason, voidRequestedDate: work.now },
  });
  await work.deps.agreementEffects.followRepayments(work, agreement.id);
  await unlandPayment(work, payment.id);
  await logVoided(work, agreement, { ...payment, voidReason: reason });
  return getPayment(work.tx, payment.id);
}

/** The gateway has refunded the money. A refund that was requested before the upgrade is set aside first. */
async function confirmRefund(work: Work, agreement: AgreementRecord, payment: PaymentRecord): Promise<void> {
  const key = `refund:${payment.refundReference}`;
  if (!(await hasPosted(work.tx, key))) await takeAway(work, agreement, payment, key);
  await postMoves(work, {
    agreementId: agreement.id,
    event: 'refunded',
    key: `refunded:${payment.refundReference}`,
    paymentId: payment.id,
    moves: [moveOf('refunded', totalOf(payment))],
  });
  await updatePayment(work.tx, payment.id, { status: 'voided', voidDate: work.now });
  await tellWhole(work, payment, 'made');
  await logVoided(work, agreement, payment);
  await followMoney(work, agreement, true);
}

/** As if the refund had never been requested. */
const unrefunded = { voidReason: null, voidRequestedDate: null, refundReference: null };

type Returned = { move: 'putBack' | 'refundFailed'; event: 'refund-refused' | 'refund-failed' };

/** The money of a refund that was not made is the payer's again, and pays what the campaign asks for. */
async function takeIn(work: Work, agreement: AgreementRecord, payment: PaymentRecord, { move, event }: Returned) {
  const facts = await moneyFactsOf(work.tx, agreement);
  const money = { move, amount: totalOf(payment) };
  const plan = mustAllow(planForArrived(facts, agreement, money, work.deps.country));
  const key = `${event}:${payment.refundReference}`;
  await carryOut(work, agreement, plan, { event, key, payment });
  await followMoney(work, agreement);
}

async function refuseRefund(work: Work, agreement: AgreementRecord, payment: PaymentRecord): Promise<void> {
  await updatePayment(work.tx, payment.id, unrefunded);
  await log(work, agreement, 'Refund refused by the card gateway', { payment: paymentNumber(payment) });
  await tellWhole(work, payment, 'refused');
  if (!(await hasPosted(work.tx, `refund:${payment.refundReference}`))) return;
  await takeIn(work, agreement, payment, { move: 'putBack', event: 'refund-refused' });
}

/**
 * A refund that the card gateway had confirmed did not reach the card: the payer's bank sent it back. The payment
 * counts again, so that its money is in the books and on the screens, and an admin can return it in another way.
 */
async function failRefund(work: Work, agreement: AgreementRecord, payment: PaymentRecord): Promise<void> {
  // Its money arrives now, after the payments that were made since. Money that is returned is that of the newest.
  const approved = { status: 'approved', approvalDate: work.now, voidDate: null } as const;
  await updatePayment(work.tx, payment.id, { ...unrefunded, ...approved });
  await log(work, agreement, 'Refund failed after the card gateway had confirmed it', {
    payment: paymentNumber(payment),
    status: { before: 'voided', after: 'approved' },
    amount: totalOf(payment),
  });
  await tellWhole(work, payment, 'failed');
  await takeIn(work, agreement, payment, { move: 'refundFailed', event: 'refund-failed' });
  work.deps.log.warn(
    { paymentId: payment.id, agreementId: agreement.id },
    'a confirmed refund failed; its money is with us again and belongs to the payer',
  );
}

/** The card gateway reports that a refund was not made, before or after it was confirmed. Idempotent. */
export async function receiveFailedRefund(work: Work, refundReference: string): Promise<void> {
  const found = await findByRefund(work.tx, refundReference);
  if (!found) return;
  const { agreement, payment } = await lockBoth(work, wholeScope, found.id);
  if (payment.refundReference !== refundReference || payment.method !== 'card') return;
  if (payment.status === 'approved') await refuseRefund(work, agreement, payment);
  if (payment.status === 'voided') await failRefund(work, agreement, payment);
}

/** Requests the refund and stores the outcome. Idempotent. */
export async function finishVoid(deps: Deps, cards: CardGateway, by: By, payment: PaymentRecord): Promise<void> {
  const { id, reference, refundReference } = payment;
  if (refundReference === null) return;
  const asked = { reference: refundReference, chargeReference: reference, amountCents: totalOf(payment) };
  const outcome = await cards.refund(asked);
  if (outcome.state === 'pending') return;
  await inTransaction(deps, by, async (work) => {
    const { agreement, payment: now } = await lockBoth(work, wholeScope, id);
    if (now.status !== 'approved' || now.refundReference !== refundReference) return;
    await (outcome.state === 'approved' ? confirmRefund : refuseRefund)(work, agreement, now);
  });
}

/** Voids a payment. A refund with an unknown outcome stays requested, and the job completes it. */
export async function voidPayment(
  deps: Deps,
  { scope, by, id, reason }: { scope: AccessScope; by: By; id: number; reason: string },
): Promise<PaymentRecord> {
  const asked = await inTransaction(deps, by, (work) => requestVoid(work, scope, { id, reason }));
  if (asked.method !== 'card') return asked;
  if (deps.cards) {
    await finishVoid(deps, deps.cards, by, asked).catch((error) => {
      if (!(error instanceof GatewayUnavailable)) throw error;
      deps.log.warn(
        { err: error, paymentId: id },
        'the outcome of a refund is unknown; a job will ask the gateway again',
      );
    });
  }
  const now = await getPayment(deps.db, id);
  if (now.status === 'approved' && now.refundReference === null) {
    throw new Problem(409, 'refund-refused', 'The card gateway refused the refund. The payment was not voided.');
  }
  return now;
}
