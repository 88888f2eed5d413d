import type { Funded } from '@kerb/domain/dashboard/dashboard.contract.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type Cents, dollarsFromCents } from '@kerb/domain/kernel/money.ts';
import { moneyText } from '@kerb/web/design/money.tsx';
import { countryRules } from '@kerb/web/platform/settings.ts';

export type FundedMonth = Funded['months'][number];

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

/** 'November', from '2026-11' or a day in it. */
export const monthName = (month: string): string => monthFormat.format(new Date(`${month.slice(0, 7)}-01T12:00:00Z`));

const yearOf = (month: string): number => Number(month.slice(0, 4));
const isYetToCome = ({ month }: FundedMonth, asOf: Day): boolean => month > asOf.slice(0, 7);

/** The text for a month's bars. */
export function monthText(item: FundedMonth, asOf: Day): string {
  const name = monthName(item.month);
  const now = isYetToCome(item, asOf) ? 'yet to come' : moneyText(item.total);
  return `${name} ${yearOf(item.month)}: ${now}; ${name} ${yearOf(item.month) - 1}: ${moneyText(item.lastYearTotal)}`;
}

/** How this year compares with the last to the same date; null if last year has nothing to compare. */
export function comparisonText({ total, lastYear }: Pick<Funded, 'total' | 'lastYear'>): string | null {
  if (lastYear.totalToDate === 0) return null;
  const percent = Math.round((100 * (total - lastYear.totalToDate)) / lastYear.totalToDate);
  if (percent === 0) return `About the same as ${lastYear.label} to the same date`;
  if (percent >= 1000) return `Over ten times ${lastYear.label} to the same date`;
  return `${Math.abs(percent)}% ${percent > 0 ? 'more' : 'less'} than ${lastYear.label} to the same date`;
}

export function lastYearText({ lastYear: { label, total, totalToDate, campaigns } }: Pick<Funded, 'lastYear'>): string {
  return `${label}: ${moneyText(totalToDate)} to the same date, ${moneyText(total)} in all, ${countText(campaigns)}`;
}

export const countText = (campaigns: number): string => `${campaigns} ${campaigns === 1 ? 'campaign' : 'campaigns'}`;

/** The round amount at the top of the chart: the next of 1, 2, 5, 10, 20 … at or above the maximum. */
export function topOf(months: readonly FundedMonth[]): Cents {
  const most = Math.max(...months.flatMap(({ total, lastYearTotal }) => [total, lastYearTotal]));
  if (most <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(most));
  return power * ([1, 2, 5].find((step) => step * power >= most) ?? 10);
}

/** '$50K', at the top of the chart. */
export function shortMoneyText(cents: Cents): string {
  const { locale, currency } = countryRules();
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', notation: 'compact' } as const;
  return new Intl.NumberFormat(locale, { ...style, maximumFractionDigits: 1 }).format(dollarsFromCents(cents));
}
