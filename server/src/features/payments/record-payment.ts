import { randomUUID } from 'node:crypto';
import { decideStatusChange } from '@kerb/domain/agreements/transitions.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { AmountDue } from '@kerb/domain/payments/amount-due.ts';
import { type OpenInvoice, paidOnInvoices, postPayment } from '@kerb/domain/payments/ledger.ts';
import { fieldsOncePaid } from '@kerb/domain/payments/payment-fields.ts';
import type { PaymentKind, PaymentMethod } from '@kerb/domain/payments/payments.contract.ts';
import { isCancelledOrDeclined } from '@kerb/domain/vocabulary/status-groups.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { moveTo } from '@kerb/server/features/agreements/change-status.ts';
import { billCampaign } from '@kerb/server/features/payments/bill-campaign.ts';
import { payInvoices } from '@kerb/server/features/payments/invoices.repository.ts';
import { post } from '@kerb/server/features/payments/ledger.repository.ts';
import { notifyOfPayment } from '@kerb/server/features/payments/notify-of-payment.ts';
import { paidTowards } from '@kerb/server/features/payments/offered-terms.ts';
import {
  getPayment,
  insertPayment,
  type PaymentRecord,
  paymentNumber,
  updatePayment,
} from '@kerb/server/features/payments/payments.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Marks a campaign as paid in full. Pay Upfront needs no signature. */
async function complete(work: Work, agreement: AgreementRecord, payment: PaymentRecord): Promise<void> {
  const { kind, method, paymentDate: date, financeOptionCode } = payment;
  const paidCents = await paidTowards(work.tx, agreement.id, kind);
  const fields = fieldsOncePaid({ kind, method, date, paidCents, paymentNumber: paymentNumber(payment) });
  await changeCampaign(work, agreement, { financeOptionCode, ...fields });
  const move = decideStatusChange(agreement, 'approved', 'product');
  if (kind === 'upfront' && move.ok) await moveTo(work, agreement, move.value);
}

/**
 * The only place where money becomes a payment: updates the ledger, the invoices and the campaign, and sends the
 * notices. The campaign must be locked. Money for a campaign that is over, or above the amount due, is held for the
 * payer.
 */
export async function approvePayment(work: Work, agreement: AgreementRecord, paymentId: number): Promise<void> {
  await updatePayment(work.tx, paymentId, {
    status: 'approved',
    approvalDate: work.now,
    voidDate: null,
    voidReason: null,
  });
  const payment = await getPayment(work.tx, paymentId);
  const { kind, method, amount, surcharge, card } = payment;
  const due: AmountDue = { ...payment, amount: payment.serviceFee + payment.campaignBudget - payment.discount };
  const open: OpenInvoice[] = isCancelledOrDeclined(agreement.status)
    ? []
    : await billCampaign(work, agreement, { kind, due, paymentId, surcharge, card });
  const entries = postPayment(method, amount + surcharge, open);
  await post(work, { agreementId: agreement.id, event: 'payment', paymentId, entries });
  const paid = paidOnInvoices(entries);
  await payInvoices(work, paid);
  const held = entries.find(({ account }) => account === 'held')?.amount ?? 0;
  await record(work, {
    activityCode: 'invoice_pay',
    ...(held !== 0 && { description: 'Money received and held for the payer' }),
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: { payment: paymentNumber(payment), method, amount, surcharge, invoices: [...paid.keys()], held: -held },
  });
  const isPaidUp = open.length > 0 && open.every(({ id, unpaid }) => paid.get(id) === unpaid);
  if (isPaidUp) await complete(work, agreement, payment);
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
};

/**
 * Records money for a locked campaign. The caller checks whether it is allowed: a bank statement records everything
 * that arrived.
 */
export async function recordPayment(work: Work, agreement: AgreementRecord, money: Money): Promise<number> {
  const { due, date, ...payment } = money;
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
  await approvePayment(work, agreement, id);
  return id;
}
