import type { Day } from '@kerb/domain/kernel/dates.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { type Cents, dollarsFromCents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import { bringLoanInLine } from '@kerb/server/features/loan-books/bring-loan-in-line.ts';
import { repaidByMoney } from '@kerb/server/features/loan-books/follow-repayments.ts';
import { hasLoanAccount } from '@kerb/server/features/loan-books/loan-accounts.repository.ts';
import { owedInLedger } from '@kerb/server/features/loan-books/owed-in-ledger.ts';
import { insertRepayment } from '@kerb/server/features/loan-books/record-repayment.ts';
import {
  paymentNumber,
  paymentsOf,
  updatePayment,
  wholeScope,
} from '@kerb/server/features/payments/payments.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { invalid } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** The description of a payment that an admin recorded by entering the repaid date. */
export const byRepaidDate = 'Repaid date entered by hand';

const closedByMoney = (number: string): string => `Payment ${number} repaid this loan. Void that payment instead.`;
const moneyLater = 'Money for this loan came after that day. Enter the day of the last payment, or a later day.';

const refused = (words: string) => invalid(fieldError('campaignFinanceRepaidDate', 'notValid', words), words);

type Saved = { before: Day | null; after: Day | null };

/** Voids the payments that a repaid date recorded before. Refuses if other money repaid the loan. */
async function voidByHand(work: Work, id: number, before: Day | null): Promise<void> {
  const repayments = (await paymentsOf(work.tx, id)).filter(
    ({ kind, status }) => kind === 'repayment' && status === 'approved',
  );
  const byHand = repayments.filter(({ description }) => description === byRepaidDate);
  const [closing] = repayments;
  if (before !== null && byHand.length === 0 && closing) throw refused(closedByMoney(paymentNumber(closing)));
  for (const payment of byHand) {
    const voided = { status: 'voided', voidDate: work.now, voidReason: 'The repaid date was changed' } as const;
    await updatePayment(work.tx, payment.id, { ...voided, voidRequestedDate: work.now });
  }
  await bringLoanInLine(work, id);
}

async function recordByHand(work: Work, id: number, { amount, date }: { amount: Cents; date: Day }): Promise<void> {
  const agreement = must(await findAgreement(work.tx, wholeScope, id), `campaign ${id}`);
  const repayment = { amount, date, method: 'manual', description: byRepaidDate } as const;
  const paymentId = await insertRepayment(work, agreement, repayment);
  await bringLoanInLine(work, id);
  await record(work, {
    activityCode: 'invoice_pay',
    description: 'Repayment recorded with the repaid date',
    agreementId: id,
    tenantId: agreement.tenantId,
    data: { payment: paymentNumber({ id: paymentId }), method: 'manual', amount },
    subject: `/v1/payments/${paymentId}`,
    details: { amount: dollarsFromCents(amount) },
  });
}

/**
 * A repaid date that an admin enters is money of that day that came another way: the rest of the loan, recorded by
 * hand. Another date replaces that payment, and no date voids it. A loan that other money repaid keeps its date, and
 * money of a later day refuses an earlier one. The campaign is locked and has the new date already.
 */
export async function keepRepaidDate(work: Work, id: number, { before, after }: Saved): Promise<void> {
  if (before === after || !(await hasLoanAccount(work.tx, id))) return;
  await voidByHand(work, id, before);
  const amount = owedInLedger(await booksOf(work.tx, id));
  if (after !== null && amount > 0) await recordByHand(work, id, { amount, date: after });
  const campaign = must(await findAgreement(work.tx, wholeScope, id), `campaign ${id}`);
  if (repaidByMoney(campaign) === after) return;
  const [latest] = (await paymentsOf(work.tx, id)).filter(
    ({ kind, status }) => kind === 'repayment' && status === 'approved',
  );
  throw refused(amount > 0 || !latest ? moneyLater : closedByMoney(paymentNumber(latest)));
}
