import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { addDays, type Day, daysBetween } from '@kerb/domain/kernel/dates.ts';

/** From settlement or withdrawal, payment is due within this many days. */
export const daysToPay = 7;

const earliest = (...days: (Day | null)[]): Day | null => days.filter((day) => day !== null).sort()[0] ?? null;
const latest = (...days: (Day | null)[]): Day | null =>
  days
    .filter((day) => day !== null)
    .sort()
    .at(-1) ?? null;

/** The later of the day that the funds were asked for and the day that the agreement was signed. */
export const loanStartDate = (loan: { campaignPlannedStartDate: Day | null; signatureDate: Day | null }): Day | null =>
  loan.signatureDate === null ? null : latest(loan.campaignPlannedStartDate, loan.signatureDate);

export type LoanDates = {
  campaignFinanceLoanStartDate: Day | null;
  propertySettlementDate: Day | null;
  propertyWithdrawnFromSaleDate: Day | null;
};

/** Settlement, withdrawal or the longest time, whichever comes first. */
export function loanEndDate(loan: LoanDates, { longestLoanDays }: Pick<CountryRules, 'longestLoanDays'>): Day | null {
  const start = loan.campaignFinanceLoanStartDate;
  return earliest(
    loan.propertySettlementDate,
    loan.propertyWithdrawnFromSaleDate,
    start && addDays(start, longestLoanDays),
  );
}

/** A withdrawal clears the settlement, so that only one of the two is ever there. */
export function loanDueDate(loan: LoanDates): Day | null {
  const ended = loan.propertyWithdrawnFromSaleDate ?? loan.propertySettlementDate;
  return ended && addDays(ended, daysToPay);
}

/** Below nothing once it is overdue. */
export function dueInDays(loan: LoanDates, today: Day): number | null {
  const due = loanDueDate(loan);
  return due === null ? null : daysBetween(today, due);
}

/** How long the loan runs, or ran until it was repaid. */
export function loanPeriodDays(
  loan: LoanDates & { campaignFinanceRepaidDate: Day | null },
  country: Pick<CountryRules, 'longestLoanDays'>,
): number | null {
  const start = loan.campaignFinanceLoanStartDate;
  const end = loan.campaignFinanceRepaidDate ?? loanEndDate(loan, country);
  return start && end ? Math.max(0, daysBetween(start, end)) : null;
}
