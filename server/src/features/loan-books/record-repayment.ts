import { randomUUID } from 'node:crypto';
import { type Day, dayIn } from '@kerb/domain/kernel/dates.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { type Cents, dollarsFromCents } from '@kerb/domain/kernel/money.ts';
import { decideRepayment, notDrawn } from '@kerb/domain/loan-books/repayments.ts';
import { moreThanZero } from '@kerb/domain/payments/may-pay.ts';
import type { OwnAccount } from '@kerb/domain/payments/own-accounts.ts';
import type { PaymentMethod } from '@kerb/domain/payments/payments.contract.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import { bringLoanInLine } from '@kerb/server/features/loan-books/bring-loan-in-line.ts';
import { followRepayments } from '@kerb/server/features/loan-books/follow-repayments.ts';
import { hasLoanAccount } from '@kerb/server/features/loan-books/loan-accounts.repository.ts';
import { notifyOfRepayment } from '@kerb/server/features/loan-books/notify-of-repayment.ts';
import { owedInLedger } from '@kerb/server/features/loan-books/owed-in-ledger.ts';
import { landPayment } from '@kerb/server/features/payments/land-payment.ts';
import { insertPayment, paymentNumber } from '@kerb/server/features/payments/payments.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { invalid, mustAllow, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export type NewRepayment = {
  amount: Cents;
  date: Day;
  method: Exclude<PaymentMethod, 'card'>;
  description: string | null;
  /** The bank account that it came into, by a statement. */
  into?: OwnAccount;
};

/** The row of a repayment, and the bank account that it came into. The ledger follows with `bringLoanInLine`. */
export async function insertRepayment(
  work: Work,
  agreement: AgreementRecord,
  repayment: NewRepayment,
): Promise<number> {
  const { amount, date, method, description, into } = repayment;
  const id = await insertPayment(work.tx, {
    agreementId: agreement.id,
    kind: 'repayment',
    financeOptionCode: agreement.financeOptionCode ?? 'pl',
    status: 'approved',
    method,
    reference: randomUUID(),
    amount,
    ...{ surcharge: 0, campaignBudget: 0, discount: 0, serviceFee: 0, gatewayRef: null, card: null },
    receiptEmail: null,
    description,
    paymentDate: date,
    createdDate: work.now,
    createdByUserId: work.actor?.userId ?? null,
    approvalDate: work.now,
  });
  await landPayment(work, { paymentId: id, kind: 'repayment', method, amount, day: date, into });
  return id;
}

/** The ledger has the loan up to today, so that the money finds what it repays. */
export async function openAccount(work: Work, { id }: AgreementRecord): Promise<void> {
  await bringLoanInLine(work, id);
  if (!(await hasLoanAccount(work.tx, id))) throw new Problem(409, 'not-drawn', notDrawn);
}

/**
 * Records money for the loan of a locked campaign: too little, exact or too much. It repays fees, then interest, then
 * principal, of its own day. What is too much is held for the payer. The money that pays the rest closes the loan.
 */
export async function recordRepayment(
  work: Work,
  agreement: AgreementRecord,
  repayment: NewRepayment,
): Promise<number> {
  const { amount, date, method } = repayment;
  const today = dayIn(agreement.tenantTimeZone, work.now);
  mustAllow(decideRepayment(agreement, date, { today }));
  if (amount === 0) throw invalid(fieldError('amount', 'notValid', moreThanZero));
  await openAccount(work, agreement);
  const before = await booksOf(work.tx, agreement.id);
  const id = await insertRepayment(work, agreement, repayment);
  await followRepayments(work, agreement.id);
  const after = await booksOf(work.tx, agreement.id);
  const held = before.held - after.held;
  await record(work, {
    activityCode: 'invoice_pay',
    description: held > 0 ? 'Repayment received; a part is held for the payer' : 'Repayment received',
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: { payment: paymentNumber({ id }), method, amount, owed: owedInLedger(after), ...(held > 0 && { held }) },
    subject: `/v1/payments/${id}`,
    details: { amount: dollarsFromCents(amount) },
  });
  await notifyOfRepayment(work, agreement, id);
  return id;
}
