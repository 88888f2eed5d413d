import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { comparisonRate } from '@kerb/domain/loans/comparison-rate.ts';
import { isOffered, notAvailable, type OptionFacts, tooSmallFor } from '@kerb/domain/options/option-rules.ts';
import type { LoanTerms } from '@kerb/domain/options/option-terms.ts';
import { beforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

type ChoiceFacts = Pick<OptionFacts, 'status' | 'campaignBudget' | 'financeOptionCode' | 'hasMoney'> & {
  offered: readonly { optionCode: FinanceOptionCode }[];
};

/**
 * Decides the choice of an option, by a payer or by staff for the payer. It can be changed until the campaign is
 * approved, or until money was received for it.
 */
export function decideChoice(
  facts: ChoiceFacts,
  code: FinanceOptionCode,
  country: Pick<CountryRules, 'payLater' | 'payOnSuccess'>,
): Decision<FinanceOptionCode> {
  if (facts.hasMoney && facts.financeOptionCode !== code) {
    return refuse(
      'money-received',
      'Money has been received for this campaign, so its payment option does not change here.',
    );
  }
  if (!beforeApproval.includes(facts.status)) {
    return refuse('choice-closed', 'The payment option of this campaign can no longer be changed.');
  }
  if (!isOffered(facts, code)) return refuse('option-not-offered', `${notAvailable(code)}.`);
  const tooSmall = tooSmallFor(code, facts, country);
  return tooSmall ? refuse('budget-too-small', tooSmall) : allow(code);
}

const unpriced = {
  serviceFee: null,
  fullServiceFee: null,
  caveatFee: null,
  budgetOwnerFee: null,
  budgetOwnerFeeName: null,
  interestRate: null,
  interestFreeDays: null,
  comparisonRate: null,
} satisfies Partial<AgreementValues>;
export type PricedFields = Pick<AgreementValues, keyof typeof unpriced>;

/** The price of each option by the default terms. */
export type Prices = { loan: LoanTerms; onSuccess: { serviceFee: Cents; fullServiceFee: Cents } };

/** The fields that a choice writes on the campaign: its fees and rate, and none of another option. */
export function fieldsOfChoice(
  code: FinanceOptionCode | null,
  { loan, onSuccess }: Prices,
  country: Pick<CountryRules, 'defaultCampaignPeriodDays'>,
): PricedFields {
  if (code === 'pos') return { ...unpriced, ...onSuccess };
  if (code !== 'pl') return unpriced;
  return {
    serviceFee: loan.serviceFeeCents,
    fullServiceFee: loan.serviceFeeCents,
    caveatFee: loan.caveatFeeCents,
    budgetOwnerFee: loan.budgetOwnerFeeCents,
    budgetOwnerFeeName: loan.budgetOwnerFeeName,
    interestRate: loan.interestRateBasisPoints,
    interestFreeDays: loan.interestFreeDays,
    comparisonRate: comparisonRate(loan, country),
  };
}

/** The fields to write again when the terms change after a choice. Values entered by hand are kept. */
export function repricedFields(
  current: PricedFields,
  { before, after }: { before: PricedFields; after: PricedFields },
): Partial<PricedFields> {
  const names = Object.keys(unpriced) as (keyof PricedFields)[];
  const usual = names.filter((name) => current[name] === before[name] && after[name] !== before[name]);
  return Object.fromEntries(usual.map((name) => [name, after[name]]));
}
