import { randomUUID } from 'node:crypto';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type Cents, dollarsFromCents } from '@kerb/domain/kernel/money.ts';
import type { AmountDue } from '@kerb/domain/payments/amount-due.ts';
import { moneyOf } from '@kerb/domain/payments/campaign-money.ts';
import type { OwnAccount } from '@kerb/domain/payments/own-accounts.ts';
import type { PaymentKind, PaymentMethod } from '@kerb/domain/payments/payments.contract.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';
import { type FinanceOptionCode, isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { carryOut } from '@kerb/server/features/payments/carry-out-plan.ts';
import { followMoney } from '@kerb/server/features/payments/follow-money.ts';
import { landPayment } from '@kerb/server/features/payments/land-payment.ts';
import { moneyFactsOf, planForArrived } from '@kerb/server/features/payments/money-facts.ts';
import { notifyOfPayment } from '@kerb/server/features/payments/notify-of-payment.ts';
import {
  getPayment,
  insertPayment,
  type PaymentRecord,
  paymentNumber,
  updatePayment,
} from '@kerb/server/features/payments/payments.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/**
 * The first money chooses the option that it is for, unless that is a loan: a late charge of a fee would else make an
 * approved loan of a campaign that was approved without one. The money is then held for the payer.
 */
async function withOption(work: Work, agreement: AgreementRecord, { financeOptionCode }: PaymentRecord) {
  if (agreement.financeOptionCode !== null || isCancelledOrDeclined(agreement.status)) return agreement;
  if (isFinanced(financeOptionCode)) return agreement;
  await changeCampaign(work, agreement, { financeOptionCode });
  return { ...agreement, financeOptionCode };
}

/**
 * The only place where money becomes a payment: updates the ledger, the invoices and the campaign, and sends the
 * notices. The campaign must be locked. Money that the campaign does not ask for is held for the payer.
 */
export async function approvePayment(work: Work, before: AgreementRecord, paymentId: number): Promise<void> {
  await updatePayment(work.tx, paymentId, {
    status: 'approved',
    approvalDate: work.now,
    voidDate: null,
    voidReason: null,
  });
  const payment = await getPayment(work.tx, paymentId);
  const agreement = await withOption(work, before, payment);
  const { method, amount, surcharge } = payment;
  const facts = await moneyFactsOf(work.tx, agreement);
  const money = { move: 'receive', amount: amount + surcharge, method } as const;
  const plan = mustAllow(planForArrived(facts, agreement, money, work.deps.country));
  const key = `payment:${paymentId}`;
  await carryOut(work, agreement, plan, { event: 'payment', key, payment });
  const held = plan.after.held - moneyOf(facts.books).held;
  await record(work, {
    activityCode: 'invoice_pay',
    ...(held > 0 && { description: 'Money received and held for the payer' }),
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: { payment: paymentNumber(payment), method, amount, surcharge, ...(held !== 0 && { held }) },
    subject: `/v1/payments/${paymentId}`,
    details: { amount: dollarsFromCents(amount + surcharge) },
  });
  await followMoney(work, agreement);
  await notifyOfPayment(work, agreement, payment);
}

/** Money that arrived without a card. */
export type Money = {
  kind: PaymentKind;
  financeOptionCode: FinanceOptionCode;
  method: Exclude<PaymentMethod, 'card'>;
  /** The amount due, by the terms that the money is for. */
  due: AmountDue;
  amount: Cents;
  surcharge: Cents;
  date: Day;
  description: string | null;
  receiptEmail: string | null;
  /** The bank account that it came into, by a statement. */
  into?: OwnAccount;
};

/**
 * Records money for a locked campaign. The caller checks whether it is allowed: a bank statement records everything
 * that arrived.
 */
export async function recordPayment(work: Work, agreement: AgreementRecord, money: Money): Promise<number> {
  const { due, date, into, ...payment } = money;
  const id = await insertPayment(work.tx, {
    ...payment,
    agreementId: agreement.id,
    status: 'approved',
    reference: randomUUID(),
    campaignBudget: due.campaignBudget,
    discount: due.discount,
    serviceFee: due.serviceFee,
    gatewayRef: null,
    card: null,
    paymentDate: date,
    createdDate: work.now,
    createdByUserId: work.actor?.userId ?? null,
    approvalDate: work.now,
  });
  const { kind, method, amount, surcharge } = payment;
  await landPayment(work, { paymentId: id, kind, method, amount: amount + surcharge, into });
  await approvePayment(work, agreement, id);
  return id;
}
