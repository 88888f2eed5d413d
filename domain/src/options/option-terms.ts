import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { securityRegistrationFee, totalFinance } from '@kerb/domain/loans/fees.ts';
import { shareOf } from '@kerb/domain/loans/interest.ts';
import type { CampaignOption, TenantOption } from '@kerb/domain/options/finance-options.ts';

type Budget = { campaignBudget: Cents | null };

/** The country's per cent of the budget, less the campaign's discount. */
export function payOnSuccessFee(
  { campaignBudget, discount }: Budget & { discount: Cents | null },
  { payOnSuccess }: Pick<CountryRules, 'payOnSuccess'>,
): Cents {
  const full = shareOf(campaignBudget ?? 0, payOnSuccess?.serviceFeeBasisPoints ?? 0);
  return Math.max(0, full - (discount ?? 0));
}

export type LoanTerms = {
  financedCents: Cents;
  serviceFeeCents: Cents;
  caveatFeeCents: Cents;
  budgetOwnerFeeCents: Cents;
  budgetOwnerFeeName: string | null;
  interestRateBasisPoints: number;
  interestFreeDays: number;
};

/** The campaign's own terms. Terms that staff entered override the organisation's default terms. */
export type LoanFacts = Budget & {
  campaignAdditionalAmount: Cents | null;
  financeOptionCode: string | null;
  serviceFee: Cents | null;
  caveatFee: Cents | null;
  budgetOwnerFee: Cents | null;
  budgetOwnerFeeName: string | null;
  interestRate: number | null;
  interestFreeDays: number | null;
};

type Offer = {
  tenant: TenantOption;
  campaign: CampaignOption;
  tenantIdentifier: string | null;
  exemptNames: readonly string[];
  today: Day;
};
type Rules = Pick<CountryRules, 'payLater' | 'securityRegistrationFeeCents'>;

/** The days of the campaign's interest-free offer; zero if the offer has ended. */
export function interestFreeDaysOf({ tenant, campaign, today }: Pick<Offer, 'tenant' | 'campaign' | 'today'>): number {
  const { interestFreeDays, interestFreeOffered, interestFreeOfferExpiryDate: end } = tenant;
  const isRunning = interestFreeOffered && (end === null || end >= today);
  return campaign.interestFreeOffered && isRunning ? (interestFreeDays ?? 0) : 0;
}

/** A Pay Later loan by the organisation's default terms, else the country's. */
export function usualLoanTerms(
  { campaignBudget, campaignAdditionalAmount }: Pick<LoanFacts, 'campaignBudget' | 'campaignAdditionalAmount'>,
  offer: Offer,
  country: Rules,
): LoanTerms {
  const { tenant, campaign } = offer;
  const financedCents = totalFinance({
    budgetCents: campaignBudget ?? 0,
    additionalCents: campaignAdditionalAmount ?? 0,
  });
  const share = tenant.serviceFeePercent ?? country.payLater.serviceFeeBasisPoints;
  return {
    financedCents,
    serviceFeeCents: campaign.serviceFee ?? shareOf(financedCents, share),
    caveatFeeCents: securityRegistrationFee(offer.tenantIdentifier, offer.exemptNames, country),
    budgetOwnerFeeCents: tenant.budgetOwnerFee ?? 0,
    budgetOwnerFeeName: tenant.budgetOwnerFeeName,
    interestRateBasisPoints: tenant.interestRate ?? country.payLater.interestRateBasisPoints,
    interestFreeDays: interestFreeDaysOf(offer),
  };
}

/** The loan's current terms: the default terms, overridden by terms entered on the campaign after the choice. */
export function loanTerms(facts: LoanFacts, offer: Offer, country: Rules): LoanTerms {
  const usual = usualLoanTerms(facts, offer, country);
  if (facts.financeOptionCode !== 'pl') return usual;
  return {
    ...usual,
    serviceFeeCents: facts.serviceFee ?? usual.serviceFeeCents,
    caveatFeeCents: facts.caveatFee ?? usual.caveatFeeCents,
    budgetOwnerFeeCents: facts.budgetOwnerFee ?? usual.budgetOwnerFeeCents,
    budgetOwnerFeeName: facts.budgetOwnerFeeName ?? usual.budgetOwnerFeeName,
    interestRateBasisPoints: facts.interestRate ?? usual.interestRateBasisPoints,
    interestFreeDays: facts.interestFreeDays ?? usual.interestFreeDays,
  };
}
