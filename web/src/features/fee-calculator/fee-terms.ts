import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { PayLaterTerms } from '@kerb/domain/loans/fees.ts';
import { type CalculatorTerms, loanEndpoints } from '@kerb/domain/loans/loans.contract.ts';
import type { optionEndpoints } from '@kerb/domain/options/options.contract.ts';
import type { OutputOf } from '@kerb/domain/wire/endpoint.ts';
import { tenantOptionQueries } from '@kerb/web/features/options/tenant-options.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { queryOptions } from '@tanstack/react-query';

/** What a loan costs by whoever lends it; what is borrowed, and for how long, is typed. */
export type FeeTerms = Omit<PayLaterTerms, 'budgetCents' | 'additionalCents' | 'days'>;
type TenantOption = OutputOf<typeof optionEndpoints.ofTenant>['items'][number];

export const usualTerms = (country: CountryRules): FeeTerms => ({
  caveatFeeCents: country.securityRegistrationFeeCents,
  budgetOwnerFeeCents: 0,
  serviceFeeBasisPoints: country.payLater.serviceFeeBasisPoints,
  interestRateBasisPoints: country.payLater.interestRateBasisPoints,
  interestFreeDays: 0,
});

/** An organisation's own terms, and the country's wherever it has none of its own. */
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

/** The terms of the organisation that a brand names; anyone may ask. */
export const termsOfBrand = (brand: string) =>
  queryOptions({
    queryKey: ['fee-calculator', brand],
    queryFn: ({ signal }) => call(loanEndpoints.calculator, { query: { brand }, signal }),
    staleTime: 60_000,
  });

export const brandTerms = (terms: CalculatorTerms): FeeTerms => ({
  caveatFeeCents: terms.caveatFee,
  budgetOwnerFeeCents: terms.budgetOwnerFee,
  budgetOwnerFeeName: terms.budgetOwnerFeeName,
  serviceFeeBasisPoints: terms.serviceFeePercent,
  interestRateBasisPoints: terms.interestRate,
  interestFreeDays: terms.interestFreeDays,
});

/** How an organisation lends that goes by no brand, as far as its reader is told. */
export const payLaterOf = (tenantId: number) =>
  queryOptions({
    ...tenantOptionQueries.of(tenantId),
    select: (options) => options.find(({ optionCode }) => optionCode === 'pl') ?? null,
    staleTime: 60_000,
  });
