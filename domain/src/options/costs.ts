import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { simpleInterest } from '@kerb/domain/loans/interest.ts';
import type { LoanTerms } from '@kerb/domain/options/option-terms.ts';
import { surchargeOf } from '@kerb/domain/payments/surcharges.ts';
import { type FinanceOptionCode, financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';

/** The loan lengths that the comparison shows, because nobody knows in advance when a home will sell. */
export const shownLoanDays = [30, 60, 90, 120, 180] as const;

export type CardKind = { key: string; label: string; basisPoints: number };

/** The offered terms for the cost comparison; null for an option that is not offered. */
export type OfferedTerms = {
  campaignBudget: Cents;
  /** The day on which a loan would start. */
  startDate: Day;
  upfront: { amountCents: Cents; cards: readonly CardKind[] } | null;
  onSuccess: { serviceFeeCents: Cents } | null;
  loan: LoanTerms | null;
};

/** One way of paying, in dollars. */
export type Way = {
  key: string;
  optionCode: FinanceOptionCode;
  label: string;
  days: number | null;
  total: Cents;
  extra: Cents;
  dueNow: Cents;
  dueDate: Day | null;
  /** Future interest is not owed yet, so a total that contains any is an estimate. */
  isEstimate: boolean;
};

/** The cost of a loan that is repaid after this many days, without the amount lent. */
export function loanCost(loan: LoanTerms, days: number): Cents {
  const { serviceFeeCents, caveatFeeCents, budgetOwnerFeeCents } = loan;
  return serviceFeeCents + caveatFeeCents + budgetOwnerFeeCents + simpleInterest({ ...loan, days });
}

function upfrontWays({ upfront, campaignBudget }: OfferedTerms): Way[] {
  if (!upfront) return [];
  const { amountCents, cards } = upfront;
  const way = (key: string, label: string, surcharge: Cents): Way => ({
    key,
    optionCode: 'pn',
    label,
    days: null,
    total: amountCents + surcharge,
    extra: Math.max(0, amountCents + surcharge - campaignBudget),
    dueNow: amountCents + surcharge,
    dueDate: null,
    isEstimate: false,
  });
  return [
    way('bank-transfer', 'Bank transfer', 0),
    ...cards.map(({ key, label, basisPoints }) => way(key, label, surchargeOf(amountCents, basisPoints))),
  ];
}

function onSuccessWays({ onSuccess, campaignBudget }: OfferedTerms): Way[] {
  if (!onSuccess) return [];
  const { serviceFeeCents } = onSuccess;
  const total = campaignBudget + serviceFeeCents;
  return [
    {
      key: 'pos',
      optionCode: 'pos',
      label: financeOptionLabels.pos,
      days: null,
      total,
      extra: serviceFeeCents,
      dueNow: serviceFeeCents,
      dueDate: null,
      isEstimate: false,
    },
  ];
}

const loanWays = ({ loan, startDate }: OfferedTerms): Way[] =>
  loan === null
    ? []
    : shownLoanDays.map((days) => ({
        key: `pl-${days}`,
        optionCode: 'pl',
        label: `${days} days`,
        days,
        total: loan.financedCents + loanCost(loan, days),
        extra: loanCost(loan, days),
        dueNow: 0,
        dueDate: addDays(startDate, days),
        isEstimate: true,
      }));

/** Every offered way of paying, in the display order of the options. */
export const costsOf = (terms: OfferedTerms): Way[] => [
  ...upfrontWays(terms),
  ...onSuccessWays(terms),
  ...loanWays(terms),
];

/** The first day on which repaying the loan costs more than the amount; null if never. */
export function firstMoreExpensiveDay(loan: LoanTerms, costCents: Cents, longestDays: number): number | null {
  let [low, high] = [0, longestDays + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (loanCost(loan, middle) > costCents) high = middle;
    else low = middle + 1;
  }
  return low > longestDays ? null : low;
}

export type Crossover = { than: string; fromDay: number | null; onDate: Day | null };

/** The day from which Pay Later costs more than each way of paying whose cost is fixed from the start. */
export function crossoversOf(terms: OfferedTerms, longestDays: number): Crossover[] {
  const { loan, startDate, campaignBudget } = terms;
  if (!loan) return [];
  return [...upfrontWays(terms), ...onSuccessWays(terms)].map(({ key, total }) => {
    const fromDay = firstMoreExpensiveDay(loan, total - campaignBudget, longestDays);
    return { than: key, fromDay, onDate: fromDay === null ? null : addDays(startDate, fromDay) };
  });
}
