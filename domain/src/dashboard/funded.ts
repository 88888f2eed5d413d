import { addDays, type Day, yearStartingIn } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { type AgreementStatus, agreementStatuses, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';

/** Everything that went live counts as funded, whatever happened to the sale: this status and all later ones. */
export const firstFundedStatus = 'executed' satisfies AgreementStatus;
export const fundedStatuses = agreementStatuses.slice(statusRank(firstFundedStatus));

export type FinancialYear = { label: string; from: Day; until: Day };

/** The financial year's label, such as 'FY26/27', and its first and last day. */
export function financialYear(startMonth: number, today: Day): FinancialYear {
  const { from, until } = yearStartingIn(startMonth, today);
  return { label: `FY${from.slice(2, 4)}/${until.slice(2, 4)}`, from, until };
}

/** A month of a calendar, '2026-07'. */
export type Month = string;

const monthsLater = (day: Day, months: number): Month =>
  Temporal.PlainDate.from(day).add({ months }).toPlainYearMonth().toString();

/** This financial year and the last, and the day of last year up to which a comparison is fair. */
export type FundedYears = { today: Day; year: FinancialYear; lastYear: FinancialYear; sameDayLastYear: Day };

export function fundedYears(startMonth: number, today: Day): FundedYears {
  const year = financialYear(startMonth, today);
  const lastYear = financialYear(startMonth, addDays(year.from, -1));
  // For 29 February, the last day of February.
  const sameDayLastYear = Temporal.PlainDate.from(today).subtract({ years: 1 }).toString();
  return { today, year, lastYear, sameDayLastYear };
}

/** What went live in one month of either year. `cents` up to the same day of last year are separate. */
export type FundedMonth = { month: Month; cents: Cents; centsToDate: Cents; campaigns: number };

const sumOf = (rows: readonly FundedMonth[], amount: 'cents' | 'centsToDate' | 'campaigns') =>
  rows.reduce((sum, row) => sum + row[amount], 0);

/** Both years month by month, including months without any. */
export function fundedAnswer({ today, year, lastYear }: FundedYears, rows: readonly FundedMonth[]) {
  const isLastYears = (row: FundedMonth) => row.month < year.from.slice(0, 7);
  const [these, those] = [rows.filter((row) => !isLastYears(row)), rows.filter(isLastYears)];
  const totals = new Map(rows.map(({ month, cents }) => [month, cents]));
  return {
    label: year.label,
    total: sumOf(these, 'cents'),
    campaigns: sumOf(these, 'campaigns'),
    asOf: today,
    lastYear: {
      label: lastYear.label,
      total: sumOf(those, 'cents'),
      totalToDate: sumOf(those, 'centsToDate'),
      campaigns: sumOf(those, 'campaigns'),
    },
    months: Array.from({ length: 12 }, (_, place) => ({
      month: monthsLater(year.from, place),
      total: totals.get(monthsLater(year.from, place)) ?? 0,
      lastYearTotal: totals.get(monthsLater(lastYear.from, place)) ?? 0,
    })),
  };
}
