import { randomUUID } from 'node:crypto';
import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { Decision } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { moneyOf } from '@kerb/domain/payments/campaign-money.ts';
import type { MovedMoney, Plan } from '@kerb/domain/payments/money-plan.ts';
import type { Payment, Refunding } from '@kerb/domain/payments/payments.contract.ts';
import {
  decideRefundAmount,
  decideRefundable,
  keptFee,
  leftOfPayment,
  paidBack,
  type RefundAmounts,
  refundAmounts,
} from '@kerb/domain/payments/refunds.ts';
import { type AgreementRecord, lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { carryOut } from '@kerb/server/features/payments/carry-out-plan.ts';
import { finishPartRefund, logRefund, notifyRefunded } from '@kerb/server/features/payments/finish-refund.ts';
import { followMoney } from '@kerb/server/features/payments/follow-money.ts';
import { type MoneyFacts, moneyFactsOf, planFor } from '@kerb/server/features/payments/money-facts.ts';
import { paymentView } from '@kerb/server/features/payments/payment-view.ts';
import {
  findPayment,
  getPayment,
  lockPayment,
  type PaymentRecord,
  paymentNumber,
} from '@kerb/server/features/payments/payments.repository.ts';
import { getRefund, insertRefund, type RefundRecord } from '@kerb/server/features/payments/refunds.repository.ts';
import { tellRefund } from '@kerb/server/features/payments/tell-refund.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Once } from '@kerb/server/platform/http/idempotency.ts';
import type { StoredAnswer } from '@kerb/server/platform/http/stored-answer.ts';
import { GatewayUnavailable } from '@kerb/server/platform/ports/card-gateway.ts';
import { mustAllow, notFound } from '@kerb/server/platform/problems/problem.ts';
import { type By, inTransaction, type Work } from '@kerb/server/platform/work.ts';

type Tax = { gstBasisPoints: number };

/** The card gateway refunds a card. Any other money is returned outside the product. */
function moneyOfRefund({ method }: PaymentRecord, amounts: RefundAmounts, tax: Tax): MovedMoney {
  const [amount, fee] = [paidBack(amounts), keptFee(amounts.fee, tax)];
  return method === 'card' ? { move: 'setAside', amount, fee } : { move: 'takeBack', amount, fee, method };
}

/** What a refund does to the campaign's money. The part counts as refunded before the plan is made. */
function planRefund(
  facts: MoneyFacts,
  campaign: AgreementRecord,
  { payment, ...amounts }: RefundAmounts & { payment: PaymentRecord },
  tax: Tax,
): Decision<Plan> {
  const payments = facts.payments.map((each) =>
    each.id === payment.id ? { ...each, refunded: each.refunded + amounts.amount } : each,
  );
  return planFor({ ...facts, payments }, campaign, { money: moneyOfRefund(payment, amounts, tax) }, tax);
}

/**
 * The most that can be refunded of a payment now. Funds that the organisation has are not refunded; what is held for
 * the payer is.
 */
export function refundableAmount(
  facts: MoneyFacts,
  campaign: AgreementRecord,
  payment: PaymentRecord,
  tax: Tax,
): Cents {
  if (!decideRefundable(payment).ok) return 0;
  const left = leftOfPayment(payment);
  const { held } = moneyOf(facts.books);
  const ours = held + facts.invoices.reduce((sum, { paidAmount }) => sum + paidAmount, 0);
  const mosts = [left, Math.min(left, ours), Math.min(left, held)].filter((amount) => amount > 0);
  return mosts.find((amount) => planRefund(facts, campaign, { payment, amount, fee: 0 }, tax).ok) ?? 0;
}

type Asked = { scope: AccessScope; id: number; body: Refunding };

/**
 * The first transaction: from now on the refund is requested, and its money is set aside. Without a card there is no
 * gateway to ask, so the refund is made.
 */
export async function requestRefund(work: Work, { scope, id, body }: Asked): Promise<RefundRecord> {
  const { tx, now } = work;
  const { country } = work.deps;
  const found = await findPayment(tx, id);
  const agreement = found && (await lockAgreement(tx, scope, found.agreementId));
  const payment = agreement && (await lockPayment(tx, id));
  if (!payment) throw notFound('payment');
  const facts = await moneyFactsOf(tx, agreement);
  const amounts = refundAmounts(body.amount, body.keepsFee);
  mustAllow(decideRefundable(payment));
  mustAllow(decideRefundAmount(amounts, refundableAmount(facts, agreement, payment, country), country));
  const plan = mustAllow(planRefund(facts, agreement, { payment, ...amounts }, country));
  const isCard = payment.method === 'card';
  const reference = randomUUID();
  const refundId = await insertRefund(tx, {
    ...{ agreementId: agreement.id, paymentId: id, reference, reason: body.reason, ...amounts },
    ...{ requestedDate: now, requestedByUserId: work.actor?.userId ?? null },
    ...(isCard
      ? ({ status: 'requested', finishedDate: null } as const)
      : ({ status: 'made', finishedDate: now } as const)),
  });
  const [event, key] = isCard
    ? (['refund-requested', `refund:${reference}`] as const)
    : (['part-refund', `part-refund:${reference}`] as const);
  await carryOut(work, agreement, plan, { event, key, payment, reason: body.reason });
  const refund = await getRefund(tx, refundId);
  await logRefund(work, agreement, isCard ? 'Refund requested' : 'Part of a payment refunded', {
    ...{ payment: paymentNumber(payment), amount: amounts.amount, fee: amounts.fee, reason: body.reason },
  });
  const told = { agreementId: agreement.id, paymentId: id, ...amounts };
  await tellRefund(work, { ...told, status: 'requested' });
  if (!isCard) await tellRefund(work, { ...told, status: 'made' });
  await followMoney(work, agreement, true);
  if (!isCard) await notifyRefunded(work, refund, false);
  return refund;
}

type Request = Asked & { by: By; once: Once<Payment> };

/**
 * Refunds a part of a payment. The answer is stored with the request for the refund, so that the same request never
 * refunds twice. If the outcome is unknown, the refund stays requested, and the job completes it.
 */
export async function refundPart(deps: Deps, { by, once, ...asked }: Request): Promise<StoredAnswer> {
  const { refund, answer } = await inTransaction(deps, by, async (work) => {
    const made = await requestRefund(work, asked);
    const view = paymentView(await getPayment(work.tx, made.paymentId));
    return { refund: made, answer: await once.settle(work.tx, view) };
  });
  if (refund.status === 'requested' && deps.cards) {
    await finishPartRefund(deps, deps.cards, by, refund).catch((error) => {
      if (!(error instanceof GatewayUnavailable)) throw error;
      const words = 'the outcome of a refund is unknown; a job will ask the gateway again';
      deps.log.warn({ err: error, refundId: refund.id, paymentId: refund.paymentId }, words);
    });
  }
  return answer;
}
