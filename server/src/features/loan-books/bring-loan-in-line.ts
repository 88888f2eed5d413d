import { type Day, dayIn } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import {
  chargedUntil,
  feeDayOf,
  isCharged,
  type LoanPosting,
  noPostings,
  postedFor,
  postingsBetween,
  wantedPostings,
} from '@kerb/domain/loan-books/loan-postings.ts';
import { type Divided, divisions, isSameDivision, undivided } from '@kerb/domain/loan-books/repayments.ts';
import { totalFinance } from '@kerb/domain/loans/fees.ts';
import type { Loan } from '@kerb/domain/loans/loan-balance.ts';
import { loanDates } from '@kerb/domain/loans/loan-dates.ts';
import { loanOf } from '@kerb/domain/loans/loan-figures.ts';
import { firstChargedDay, type LoanRun, type Receipt, runLoan } from '@kerb/domain/loans/loan-run.ts';
import { moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import { isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import { type AgreementRecord, findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import {
  hasLent,
  hasLoanAccount,
  keepLoanAccount,
  loanPostingsOf,
} from '@kerb/server/features/loan-books/loan-accounts.repository.ts';
import { postDays } from '@kerb/server/features/loan-books/post-days.ts';
import { divideReceipt, undivideReceipt } from '@kerb/server/features/loan-books/post-receipts.ts';
import { type PostedReceipt, receiptsOf } from '@kerb/server/features/loan-books/receipts.repository.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { postMoves } from '@kerb/server/features/payments/post-moves.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/**
 * Carries the principal of a running loan that was paid out before the ledger recorded it, or that is owed again after
 * it was repaid then. A loan that the ledger lent is lent again by its status, never here.
 */
async function carryPrincipal(work: Work, { id }: AgreementRecord, financed: Cents, day: Day): Promise<void> {
  const books = await booksOf(work.tx, id);
  const missing = financed - books.agreed - books.loans - books.repaid;
  const most = (await hasLent(work.tx, id)) ? Math.max(0, books.carried) : missing;
  const amount = Math.min(missing, most);
  if (amount <= 0) return;
  await postMoves(work, {
    agreementId: id,
    event: 'carry',
    key: `carry:${id}:${books.version}`,
    day,
    moves: [moveOf('carry', amount)],
    description: 'The loan was paid out before the ledger recorded it',
  });
}

async function postFee(work: Work, agreementId: number, { line, day, moves }: LoanPosting): Promise<void> {
  const { version } = await booksOf(work.tx, agreementId);
  const key = `charge:${agreementId}:${line}:${version}`;
  await postMoves(work, { agreementId, event: 'charge', key, day, line, moves });
}

const keptAccount = (loan: Loan, run: LoanRun, until: Day, isEnded: boolean) => ({
  rateBasisPoints: loan.interestRateBasisPoints,
  chargedFrom: firstChargedDay(loan),
  accruedUntil: until > loan.startDate ? until : loan.startDate,
  interestParts: run.interestParts,
  isOpen: !isEnded && loan.interestRateBasisPoints > 0 && run.principal > 0,
});

/** What the loan book has of the loan, from the ledger as it is now. */
async function bookedAccount(work: Work, campaign: AgreementRecord) {
  const { agreed, loans, charges, accrued } = await booksOf(work.tx, campaign.id);
  const { due } = loanDates(campaign, work.deps.country);
  const { tenantId } = campaign;
  return { tenantId, dueDate: due, principal: agreed + loans, fees: charges, interest: accrued };
}

/** Nothing of the loan is charged any more. */
const closeLoanAccount = (work: Work, agreementId: number) =>
  work.tx
    .updateTable('loanAccounts')
    .set({ isOpen: false, isOwed: false, interestParts: '0' })
    .where('agreementId', '=', agreementId)
    .execute();

/** The receipts whose division in the ledger is not the wanted one, and new or voided ones. */
const changedAmong = (receipts: readonly PostedReceipt[], wanted: ReadonlyMap<string, Divided>): PostedReceipt[] =>
  receipts.filter((receipt) => {
    const isNew = receipt.isValid && receipt.kind === 'repayment' && receipt.cash === 0;
    const isGone = !receipt.isValid && receipt.kind === 'repayment' && receipt.cash !== 0;
    return isNew || isGone || !isSameDivision(receipt.divided, wanted.get(receipt.key) ?? undivided);
  });

/**
 * Brings the ledger of a locked campaign in line with its loan: the fees by line, the interest of every day that has
 * ended, and how each repayment is divided. A difference is a new posting, dated by the day that it is for. Reads the
 * campaign again, because the caller's record may be older than its own changes. Returns whether anything was posted.
 */
export async function bringLoanInLine(work: Work, id: number): Promise<boolean> {
  const campaign = must(await findAgreement(work.tx, wholeScope, id), `campaign ${id}`);
  const hasAccount = await hasLoanAccount(work.tx, id);
  const today = dayIn(campaign.tenantTimeZone, work.now);
  const isOn = isCharged(campaign, { today, hasAccount });
  if (!isOn && !hasAccount) return false;

  const option = isFinanced(campaign.financeOptionCode) ? campaign.financeOptionCode : 'pl';
  const loan = isOn ? loanOf(campaign) : null;
  const until = chargedUntil(campaign, today);
  const ledger = await loanPostingsOf(work.tx, id);
  const feeDay = feeDayOf(loan, ledger, today);
  const receipts = await receiptsOf(work.tx, id);
  const valid = receipts.filter(({ isValid }) => isValid);
  const divided = divisions(loan, valid, until);
  const changed = changedAmong(receipts, divided);

  for (const receipt of changed) await undivideReceipt(work, id, receipt);
  if (loan) await carryPrincipal(work, campaign, totalFinance(loan), feeDay);
  const counted: Receipt[] = valid.map(({ day, amount }) => ({ day: day > until ? until : day, amount }));
  const wanted = loan ? wantedPostings(campaign, counted, today) : noPostings;
  const posted = postedFor(feeDay, ledger);
  const made = postingsBetween({ option, wanted, posted, feeDay }, work.deps.country);
  for (const posting of made.filter(({ event }) => event === 'charge')) await postFee(work, id, posting);
  await postDays(
    work,
    id,
    made.filter(({ event }) => event !== 'charge'),
  );
  for (const receipt of changed.filter(({ isValid }) => isValid)) {
    await divideReceipt(work, id, receipt, divided.get(receipt.key) ?? undivided);
  }
  const isEnded = campaign.campaignFinanceRepaidDate !== null;
  if (loan) {
    const account = keptAccount(loan, runLoan(loan, counted, until), until, isEnded);
    await keepLoanAccount(work.tx, id, account, await bookedAccount(work, campaign));
  } else {
    await closeLoanAccount(work, id);
  }
  return made.length + changed.length > 0;
}
