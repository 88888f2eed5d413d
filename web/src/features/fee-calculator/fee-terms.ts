import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { PayLaterTerms } from '@kerb/domain/loans/fees.ts';
import { type CalculatorTerms, loanEndpoints } from '@kerb/domain/loans/loans.contract.ts';
import type { optionEndpoints } from '@kerb/domain/options/options.contract.ts';
import type { OutputOf } from '@kerb/domain/wire/endpoint.ts';
import { tenantOptionQueries } from '@kerb/web/features/options/tenant-options.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { queryOptions } from '@tanstack/react-query';

/** A lender's loan terms, without the amount and the days, which are typed. */
export type FeeTerms = Omit<PayLaterTerms, 'budgetCents' | 'additionalCents' | 'days'>;
/** Terms to show. Without a rate the organisation withholds it: the server estimates for the brand. */
export type ShownTerms = Omit<FeeTerms, 'interestRateBasisPoints'> & {
  interestRateBasisPoints: number | null;
  brand?: string | undefined;
  /** The country's rate is used, because this reader may not see the organisation's own. */
  isRateAssumed?: boolean | undefined;
};
type TenantOption = OutputOf<typeof optionEndpoints.ofTenant>['items'][number];

export const usualTerms = (country: CountryRules): FeeTerms => ({
  caveatFeeCents: country.securityRegistrationFeeCents,
  budgetOwnerFeeCents: 0,
  serviceFeeBasisPoints: country.payLater.serviceFeeBasisPoints,
  interestRateBasisPoints: country.payLater.interestRateBasisPoints,
  interestFreeDays: 0,
});

/** An organisation's own terms, and the country's for those that it has not set. */
export function tenantTerms(option: TenantOption | undefined, country: CountryRules, today: Day): FeeTerms {
  const usual = usualTerms(country);
  if (!option) return usual;
  const { interestFreeOffered, interestFreeDays, interestFreeOfferExpiryDate: end } = option;
  const isFree = interestFreeOffered && (end === null || end >= today);
  return {
    ...usual,
    budgetOwnerFeeCents: option.budgetOwnerFee ?? 0,
    budgetOwnerFeeName: option.budgetOwnerFeeName,
    serviceFeeBasisPoints: option.serviceFeePercent ?? usual.serviceFeeBasisPoints,
    interestRateBasisPoints: option.interestRate ?? usual.interestRateBasisPoints,
    interestFreeDays: isFree ? (interestFreeDays ?? 0) : 0,
  };
}

/** The terms of the organisation with this brand; anyone may ask. */
export const termsOfBrand = (brand: string) =>
  queryOptions({
    queryKey: ['fee-calculator', brand],
    queryFn: ({ signal }) => call(loanEndpoints.calculator, { query: { brand }, signal }),
    staleTime: 60_000,
  });

/** `ownRate` is the rate as the organisation's settings give it to those who may see it. */
export const brandTerms = (terms: CalculatorTerms, ownRate: number | null | undefined): ShownTerms => ({
  brand: terms.identifier ?? undefined,
  caveatFeeCents: terms.caveatFee,
  budgetOwnerFeeCents: terms.budgetOwnerFee,
  budgetOwnerFeeName: terms.budgetOwnerFeeName,
  serviceFeeBasisPoints: terms.serviceFeePercent,
  interestRateBasisPoints: terms.interestRate ?? ownRate ?? null,
  interestFreeDays: terms.interestFreeDays,
});

/** The Pay Later terms of an organisation without a brand, as far as the reader may see them. */
export const payLaterOf = (tenantId: number) =>
  queryOptions({
    ...tenantOptionQueries.of(tenantId),
    select: (options) => options.find(({ optionCode }) => optionCode === 'pl') ?? null,
    staleTime: 60_000,
  });
