import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import { daysToPay } from '@kerb/domain/agreements/campaign-dates.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { addDays, type Day, daysBetween } from '@kerb/domain/kernel/dates.ts';
import { isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';

type Longest = Pick<CountryRules, 'longestLoanDays'>;

const earliest = (...days: (Day | null)[]): Day | null => days.filter((day) => day !== null).sort()[0] ?? null;
const latest = (...days: (Day | null)[]): Day | null =>
  days
    .filter((day) => day !== null)
    .sort()
    .at(-1) ?? null;

/** The fields of a campaign that say when its loan starts. */
export type StartFields = Pick<
  AgreementValues,
  'campaignFinanceSignatureDate' | 'campaignFinanceDrawdownDate' | 'campaignFinanceLoanStartDate'
>;

/** The start that the agreement states: the day of the last signature, or of the drawdown if that is later. */
export const startByRule = (loan: Omit<StartFields, 'campaignFinanceLoanStartDate'>): Day | null =>
  latest(loan.campaignFinanceSignatureDate, loan.campaignFinanceDrawdownDate);

/** A stored start, which an admin may have entered, counts before the rule. */
export const loanStart = (loan: StartFields): Day | null => loan.campaignFinanceLoanStartDate ?? startByRule(loan);

/** The fields of a campaign from which the dates of its loan follow. */
export type LoanDateFields = StartFields &
  Pick<
    AgreementValues,
    'financeOptionCode' | 'propertySettlementDate' | 'propertyWithdrawnFromSaleDate' | 'loanEndDate'
  > & { books?: { variedDue?: Day | null } };

export type LoanDates = { start: Day | null; latestEnd: Day | null; end: Day | null; due: Day | null };

const noDates: LoanDates = { start: null, latestEnd: null, end: null, due: null };

/**
 * The dates of a loan, for its agreement, its card, its invoice, its letter and its reminders. A withdrawal clears the
 * settlement, so at most one of the two is set. Only Pay Later has a longest term: Pay On Success is due after a
 * settlement or a withdrawal, because its recourse is limited. A signed variation replaces the due day.
 */
export function loanDates(loan: LoanDateFields, { longestLoanDays }: Longest): LoanDates {
  if (!isFinanced(loan.financeOptionCode)) return noDates;
  const start = loanStart(loan);
  const latestEnd = loan.financeOptionCode === 'pl' && start !== null ? addDays(start, longestLoanDays) : null;
  const saleEnd = loan.propertyWithdrawnFromSaleDate ?? loan.propertySettlementDate;
  // Money may be lent after the property settled or was withdrawn. The loan then ends on the day it starts.
  const endByRule = earliest(saleEnd, latestEnd);
  return {
    start,
    latestEnd,
    end: loan.loanEndDate ?? (endByRule && latest(start, endByRule)),
    due: loan.books?.variedDue ?? earliest(saleEnd && addDays(saleEnd, daysToPay), latestEnd),
  };
}

/** A loan that is due on that day has one of these: a settlement or withdrawal on the one, or a start on the other. */
export const dueFrom = (due: Day, { longestLoanDays }: Longest): { saleEnd: Day; start: Day } => ({
  saleEnd: addDays(due, -daysToPay),
  start: addDays(due, -longestLoanDays),
});

/** Negative once overdue. */
export const dueInDays = ({ due }: Pick<LoanDates, 'due'>, today: Day): number | null =>
  due === null ? null : daysBetween(today, due);

/** How many days the loan runs, or ran until its repayment. */
export function loanPeriodDays({ start, end }: Pick<LoanDates, 'start' | 'end'>, repaid: Day | null): number | null {
  const last = repaid ?? end;
  return start && last ? Math.max(0, daysBetween(start, last)) : null;
}
