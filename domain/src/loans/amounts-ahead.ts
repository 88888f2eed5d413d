import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { balanceOn, interestPerDay, interestStartsOn } from '@kerb/domain/loans/loan-balance.ts';
import { loanDates } from '@kerb/domain/loans/loan-dates.ts';
import { type LoanFields, loanOf, owedOn } from '@kerb/domain/loans/loan-figures.ts';

/** The days ahead on which a loan is expected to be repaid. */
export const aheadKinds = ['settlement', 'due'] as const;
export type AheadKind = (typeof aheadKinds)[number];
export type AmountAhead = { kind: AheadKind; day: Day; total: Cents; isEstimate: boolean };

/** What repaying costs on the days ahead, and for each day in between. */
export type AmountsAhead = {
  amounts: AmountAhead[];
  /** Null for a loan without interest: it costs the same on every day. */
  interestPerDay: Cents | null;
  /** The end of the interest-free days, if they have not ended. */
  interestFrom: Day | null;
};

/**
 * The amounts to repay on the settlement and on the due day, as far as they are known and after today, by day. Null
 * before the loan has a start.
 */
export function amountsAhead(
  fields: LoanFields,
  today: Day,
  country: Pick<CountryRules, 'longestLoanDays'>,
): AmountsAhead | null {
  const loan = loanOf(fields);
  if (!loan) return null;
  const { due } = loanDates(fields, country);
  const { propertySettlementDate: settlement } = fields;
  const days: [AheadKind, Day | null][] = [
    ['settlement', settlement],
    ['due', due === settlement ? null : due],
  ];
  const amounts = days.flatMap(([kind, day]): AmountAhead[] => {
    if (day === null || day <= today) return [];
    const { estimatedInterestCents } = balanceOn(loan, day, today);
    return [{ kind, day, total: owedOn(fields, loan, day, today), isEstimate: estimatedInterestCents > 0 }];
  });
  const starts = interestStartsOn(loan);
  return {
    amounts: amounts.sort((one, other) => (one.day < other.day ? -1 : 1)),
    interestPerDay: interestPerDay(loan),
    interestFrom: starts !== null && starts > today ? starts : null,
  };
}
