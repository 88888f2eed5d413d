import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { totalFinance } from '@kerb/domain/loans/fees.ts';
import { loanDays, refuseNegative, simpleInterest } from '@kerb/domain/loans/interest.ts';
import { type Receipt, runLoan } from '@kerb/domain/loans/loan-run.ts';

/** A loan as agreed: every fee is an amount, however it was computed. */
export type Loan = {
  budgetCents: Cents;
  additionalCents: Cents;
  serviceFeeCents: Cents;
  caveatFeeCents: Cents;
  budgetOwnerFeeCents: Cents;
  interestRateBasisPoints: number;
  interestFreeDays: number;
  startDate: Day;
  /** What was repaid or written off so far, by day. Absent: nothing. */
  receipts?: readonly Receipt[];
};

export type LoanBalance = {
  financedCents: Cents;
  /** Budget, additional amount and fees, without interest. */
  principalAndFeesCents: Cents;
  /** For the days that have ended: this is owed. */
  accruedInterestCents: Cents;
  /** For the days from today on: an estimate. The law forbids charging a day that has not ended. */
  estimatedInterestCents: Cents;
  /** Budget, additional amount, fees and interest: what the loan costs, also the part that was repaid. */
  totalCents: Cents;
  /** What was repaid or written off of it, up to and on the day. */
  repaidCents: Cents;
  isEstimate: boolean;
};

const receiptsOf = ({ receipts = [] }: Loan): readonly Receipt[] => receipts;

function interestUntil(loan: Loan, day: Day): Cents {
  if (day <= loan.startDate) return 0;
  if (receiptsOf(loan).length > 0) return runLoan(loan, receiptsOf(loan), day).interestCharged;
  return simpleInterest({ ...loan, financedCents: totalFinance(loan), days: loanDays(loan.startDate, day) });
}

/** What receipts took of the fees, the interest and the principal. What was too much repaid nothing. */
function repaidUntil(loan: Loan, day: Day): Cents {
  if (receiptsOf(loan).length === 0) return 0;
  const { allocations } = runLoan(loan, receiptsOf(loan), day);
  return allocations.reduce((sum, { fees, interest, principal }) => sum + fees + interest + principal, 0);
}

/** The cost of repaying the loan on that day, as known today. */
export function balanceOn(loan: Loan, day: Day, today: Day): LoanBalance {
  const { serviceFeeCents, caveatFeeCents, budgetOwnerFeeCents } = loan;
  refuseNegative({ serviceFeeCents, caveatFeeCents, budgetOwnerFeeCents });
  const financedCents = totalFinance(loan);
  const principalAndFeesCents = financedCents + serviceFeeCents + caveatFeeCents + budgetOwnerFeeCents;
  const interestCents = interestUntil(loan, day);
  const accruedInterestCents = day <= today ? interestCents : interestUntil(loan, today);
  return {
    financedCents,
    principalAndFeesCents,
    accruedInterestCents,
    estimatedInterestCents: interestCents - accruedInterestCents,
    totalCents: principalAndFeesCents + interestCents,
    repaidCents: repaidUntil(loan, day),
    isEstimate: day > today,
  };
}

/** The interest that the interest-free days save at the full rate. */
export function interestFreeValue(loan: Loan, day: Day): Cents {
  return interestUntil({ ...loan, interestFreeDays: 0 }, day) - interestUntil(loan, day);
}

/** The principal after the last receipt. */
function principalLeft(loan: Loan): Cents {
  const last = receiptsOf(loan).at(-1);
  return last ? runLoan(loan, receiptsOf(loan), last.day).principal : totalFinance(loan);
}

/** What one more day costs, once the interest-free days have ended; null for a loan without interest. */
export const interestPerDay = (loan: Loan): Cents | null =>
  bearsInterest(loan)
    ? simpleInterest({ ...loan, financedCents: principalLeft(loan), interestFreeDays: 0, days: 1 })
    : null;

export const bearsInterest = ({ interestRateBasisPoints }: Loan): boolean => interestRateBasisPoints > 0;

/** The first day that carries interest; null for a loan without interest. */
export const interestStartsOn = (loan: Loan): Day | null =>
  bearsInterest(loan) ? addDays(loan.startDate, loan.interestFreeDays) : null;
