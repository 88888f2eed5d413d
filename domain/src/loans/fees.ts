import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { comparisonRate } from '@kerb/domain/loans/comparison-rate.ts';
import { refuseNegative, shareOf, simpleInterest } from '@kerb/domain/loans/interest.ts';

/** The name of an organisation's own fixed fee until it chooses one. */
export const defaultBudgetOwnerFeeName = 'Custom Fixed Fee';

export const totalFinance = (loan: { budgetCents: Cents; additionalCents: Cents }): Cents =>
  loan.budgetCents + loan.additionalCents;

/** Zero for organisations whose identifier contains one of the configured names. */
export function securityRegistrationFee(
  identifier: string | null,
  exemptNames: readonly string[],
  { securityRegistrationFeeCents }: Pick<CountryRules, 'securityRegistrationFeeCents'>,
): Cents {
  const lowered = (identifier ?? '').toLowerCase();
  const isExempt = exemptNames.some((name) => name !== '' && lowered.includes(name.toLowerCase()));
  return isExempt ? 0 : securityRegistrationFeeCents;
}

export type PayLaterTerms = {
  budgetCents: Cents;
  additionalCents: Cents;
  caveatFeeCents: Cents;
  budgetOwnerFeeCents: Cents;
  budgetOwnerFeeName?: string | null;
  serviceFeeBasisPoints: number;
  /** A fee entered by hand; the percentage is then ignored. */
  serviceFeeCents?: Cents | undefined;
  interestRateBasisPoints: number;
  interestFreeDays: number;
  /** From the loan's start, inclusive, to its repayment, exclusive. */
  days: number;
};

export const feeLineKeys = ['budget', 'additional', 'serviceFee', 'caveatFee', 'budgetOwnerFee', 'interest'] as const;
export type FeeLineKey = (typeof feeLineKeys)[number];
export type FeeLine = { key: FeeLineKey; label: string; amountCents: Cents };

export type PayLaterEstimate = {
  financedCents: Cents;
  /** Every part of the total in display order, including zero amounts. */
  lines: FeeLine[];
  totalCents: Cents;
  /** In basis points, over the default campaign period; null if nothing is financed. */
  comparisonRateBasisPoints: number | null;
};

/** The cost of a Pay Later loan. Interest accrues by the day, so interest of future days is an estimate. */
export function estimatePayLater(
  terms: PayLaterTerms,
  country: Pick<CountryRules, 'payLaterFeeLabel' | 'defaultCampaignPeriodDays'>,
): PayLaterEstimate {
  const { budgetCents, additionalCents, caveatFeeCents, budgetOwnerFeeCents, serviceFeeBasisPoints } = terms;
  refuseNegative({ budgetCents, additionalCents, caveatFeeCents, budgetOwnerFeeCents, serviceFeeBasisPoints });
  refuseNegative({ serviceFeeCents: terms.serviceFeeCents ?? 0 });
  const financedCents = totalFinance(terms);
  const serviceFeeCents = terms.serviceFeeCents ?? shareOf(financedCents, serviceFeeBasisPoints);
  const interestCents = simpleInterest({ ...terms, financedCents });
  // biome-ignore format: a table
  const lines: FeeLine[] = [
    { key: 'budget',         label: labelOfField('campaignBudget'),           amountCents: budgetCents },
    { key: 'additional',     label: labelOfField('campaignAdditionalAmount'),         amountCents: additionalCents },
    { key: 'serviceFee',     label: country.payLaterFeeLabel,    amountCents: serviceFeeCents },
    { key: 'caveatFee',      label: labelOfField('caveatFee'), amountCents: caveatFeeCents },
    { key: 'budgetOwnerFee', label: terms.budgetOwnerFeeName || defaultBudgetOwnerFeeName, amountCents: budgetOwnerFeeCents },
    { key: 'interest',       label: 'Estimated Interest',        amountCents: interestCents },
  ];
  return {
    financedCents,
    lines,
    totalCents: lines.reduce((sum, line) => sum + line.amountCents, 0),
    comparisonRateBasisPoints: comparisonRate({ ...terms, financedCents, serviceFeeCents }, country),
  };
}
