import { type AccessScope, standingMay } from '@kerb/domain/access/access-scope.ts';
import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import type { LoanAccount, NewRepayment } from '@kerb/domain/loan-books/loan-account.contract.ts';
import {
  decideRepayment,
  decideSmallWriteOff,
  decideWriteOff,
  dividedSum,
  undivided,
} from '@kerb/domain/loan-books/repayments.ts';
import { arrearsGroups, arrearsOf } from '@kerb/domain/loans/arrears.ts';
import { loanDates } from '@kerb/domain/loans/loan-dates.ts';
import { feeLabels, loanOf, owedOn } from '@kerb/domain/loans/loan-figures.ts';
import { moneyOf } from '@kerb/domain/payments/campaign-money.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { type LedgerBalance, ledgerBalance } from '@kerb/server/features/loan-books/ledger-balance.ts';
import { hasLoanAccount } from '@kerb/server/features/loan-books/loan-accounts.repository.ts';
import { owedInLedger } from '@kerb/server/features/loan-books/owed-in-ledger.ts';
import { type PostedReceipt, receiptsOf } from '@kerb/server/features/loan-books/receipts.repository.ts';
import { recordRepayment } from '@kerb/server/features/loan-books/record-repayment.ts';
import { askToWriteOff, reverseWriteOff, writeOffRest } from '@kerb/server/features/loan-books/write-off.ts';
import { loanInScope, lockLoan } from '@kerb/server/features/loans/loan-access.ts';
import { todayOf } from '@kerb/server/features/loans/loan-facts.ts';
import { repaymentInstructions } from '@kerb/server/features/payments/payment-view.ts';
import { paymentNumber, paymentsOf } from '@kerb/server/features/payments/payments.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Once } from '@kerb/server/platform/http/idempotency.ts';
import type { StoredAnswer } from '@kerb/server/platform/http/stored-answer.ts';
import type { Work, WorkDeps } from '@kerb/server/platform/work.ts';

type Settings = Pick<WorkDeps, 'config' | 'country'>;
type Asked = { db: Database | Tx; settings: Settings; scope: AccessScope; now: string };

/** The days ahead for which a payer sees the amount. */
const daysAhead = 14;

function linesOf(
  balance: LedgerBalance,
  agreement: AgreementRecord,
  country: Settings['country'],
): LoanAccount['lines'] {
  const fees = feeLabels(agreement, country);
  const lines: LoanAccount['lines'] = [
    { key: 'principal', label: 'Amount financed', amount: balance.principal },
    { key: 'serviceFee', label: fees.serviceFee, amount: balance.serviceFee },
    { key: 'caveatFee', label: fees.caveatFee, amount: balance.caveatFee },
    { key: 'budgetOwnerFee', label: fees.budgetOwnerFee, amount: balance.budgetOwnerFee },
    { key: 'interest', label: 'Interest', amount: balance.interest },
    { key: 'repaid', label: 'Repaid', amount: -balance.repaid },
  ];
  return lines.filter(({ key, amount }) => key === 'principal' || amount !== 0);
}

type Repayments = LoanAccount['repayments'];

async function repaymentsOf(db: Asked['db'], id: number, receipts: readonly PostedReceipt[]): Promise<Repayments> {
  const payments = (await paymentsOf(db, id)).filter(({ kind }) => kind === 'repayment');
  return payments.map((payment) => {
    const receipt = receipts.find((each) => each.kind === 'repayment' && each.paymentId === payment.id);
    const divided = receipt?.divided ?? undivided;
    return {
      id: payment.id,
      paymentNumber: paymentNumber(payment),
      status: payment.status,
      date: payment.paymentDate,
      amount: payment.amount,
      method: payment.method === 'manual' ? 'manual' : 'direct-deposit',
      description: payment.description,
      ...divided,
      held: payment.status === 'approved' ? payment.amount - dividedSum(divided) : 0,
    };
  });
}

function aheadOf(agreement: AgreementRecord, today: Day): LoanAccount['ahead'] {
  const loan = agreement.campaignFinanceRepaidDate === null ? loanOf(agreement) : null;
  if (!loan) return [];
  const days = Array.from({ length: daysAhead + 1 }, (_, more) => addDays(today, more));
  return days.map((day) => ({ day, total: owedOn(agreement, loan, day, today), isEstimate: day > today }));
}

/** Whether a second admin is asked to write the loan off. */
async function isAsked(db: Asked['db'], id: number): Promise<boolean> {
  const found = await db
    .selectFrom('pendingActs')
    .select('id')
    .where((act) => act.and({ kind: 'write-off', subjectId: id }))
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

async function accountOf({ db, settings, scope, now }: Asked, agreement: AgreementRecord, date?: Day) {
  const { id, books } = agreement;
  const today = todayOf(agreement, now);
  const day = date ?? today;
  const balance = await ledgerBalance(db, id, day);
  const receipts = await receiptsOf(db, id);
  const { due } = loanDates(agreement, settings.country);
  const isOpen = await hasLoanAccount(db, id);
  const owed = isOpen ? owedInLedger(books) : 0;
  const arrears = arrearsOf({ due, owed }, today);
  const mayRecord = standingMay(standingTowards(scope.actor, agreement), 'payment.record');
  const isDrawn = decideRepayment(agreement, today, { today }).ok;
  const isWriteOffAsked = mayRecord && (await isAsked(db, id));
  return {
    agreement: id,
    today,
    day,
    lines: linesOf(balance, agreement, settings.country),
    owed: balance.total,
    held: moneyOf(books).held,
    dueDate: due,
    arrears: arrears && { ...arrears, label: arrearsGroups[arrears.group].label },
    ahead: isDrawn ? aheadOf(agreement, today) : [],
    payTo: repaymentInstructions(settings, id),
    repayments: await repaymentsOf(db, id, receipts),
    writtenOff: books.writeoffs,
    mayRecord: mayRecord && isDrawn,
    mayWriteOff: mayRecord && isDrawn && decideSmallWriteOff(owed, settings.country).ok,
    mayAskWriteOff: mayRecord && isDrawn && !isWriteOffAsked && decideWriteOff(owed, settings.country).ok,
    isWriteOffAsked,
    mayReverseWriteOff:
      mayRecord && receipts.some(({ kind, divided }) => kind === 'write-off' && dividedSum(divided) > 0),
  };
}

/** A drawn loan as the ledger has it, for those who manage or repay it. */
export const readLoanAccount = async (asked: Asked, id: number, date?: Day): Promise<LoanAccount> =>
  accountOf(asked, await loanInScope(asked.db, asked.scope, id), date);

type Request<Body> = { scope: AccessScope; id: number; body: Body; once: Once<LoanAccount> };

const answer = async (work: Work, { scope, id, once }: Request<unknown>): Promise<StoredAnswer> => {
  const asked = { db: work.tx, settings: work.deps, scope, now: work.now };
  return once.settle(work.tx, await readLoanAccount(asked, id));
};

/** Records money that arrived for a loan. Idempotent. */
export async function repayLoan(work: Work, request: Request<NewRepayment>): Promise<StoredAnswer> {
  const agreement = await lockLoan(work.tx, request.scope, request.id);
  const { description = null, ...repayment } = request.body;
  await recordRepayment(work, agreement, { ...repayment, description: description || null });
  return answer(work, request);
}

type WritingOff = (work: Work, agreement: AgreementRecord, reason: string) => Promise<void>;

/** A step of writing a loan off. Idempotent. */
const writingOff =
  (step: WritingOff) =>
  async (work: Work, request: Request<{ reason: string }>): Promise<StoredAnswer> => {
    await step(work, await lockLoan(work.tx, request.scope, request.id), request.body.reason);
    return answer(work, request);
  };

export const writeOffRestOf = writingOff(writeOffRest);
export const askWriteOffOf = writingOff(askToWriteOff);
export const reverseWriteOffOf = writingOff(reverseWriteOff);
