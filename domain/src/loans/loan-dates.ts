import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { addDays, type Day, daysBetween } from '@kerb/domain/kernel/dates.ts';

/** Payment is due this many days after settlement or withdrawal. */
export const daysToPay = 7;

const earliest = (...days: (Day | null)[]): Day | null => days.filter((day) => day !== null).sort()[0] ?? null;
const latest = (...days: (Day | null)[]): Day | null =>
  days
    .filter((day) => day !== null)
    .sort()
    .at(-1) ?? null;

/** The later of the funding request date and the signing date. */
export const loanStartDate = (loan: { campaignPlannedStartDate: Day | null; signatureDate: Day | null }): Day | null =>
  loan.signatureDate === null ? null : latest(loan.campaignPlannedStartDate, loan.signatureDate);

export type LoanDates = {
  campaignFinanceLoanStartDate: Day | null;
  propertySettlementDate: Day | null;
  propertyWithdrawnFromSaleDate: Day | null;
};

/** The earliest of settlement, withdrawal and the end of the longest term. */
export function loanEndDate(loan: LoanDates, { longestLoanDays }: Pick<CountryRules, 'longestLoanDays'>): Day | null {
  const start = loan.campaignFinanceLoanStartDate;
  return earliest(
    loan.propertySettlementDate,
    loan.propertyWithdrawnFromSaleDate,
    start && addDays(start, longestLoanDays),
  );
}

/** A withdrawal clears the settlement, so at most one of the two is set. */
export function loanDueDate(loan: LoanDates): Day | null {
  const ended = loan.propertyWithdrawnFromSaleDate ?? loan.propertySettlementDate;
  return ended && addDays(ended, daysToPay);
}

/** Negative once overdue. */
export function dueInDays(loan: LoanDates, today: Day): number | null {
  const due = loanDueDate(loan);
  return due === null ? null : daysBetween(today, due);
}

/** How many days the loan runs, or ran until its repayment. */
export function loanPeriodDays(
  loan: LoanDates & { campaignFinanceRepaidDate: Day | null },
  country: Pick<CountryRules, 'longestLoanDays'>,
): number | null {
  const start = loan.campaignFinanceLoanStartDate;
  const end = loan.campaignFinanceRepaidDate ?? loanEndDate(loan, country);
  return start && end ? Math.max(0, daysBetween(start, end)) : null;
}
