import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { defaultBudgetOwnerFeeName, securityRegistrationFee } from '@kerb/domain/loans/fees.ts';
import type { CalculatorTerms } from '@kerb/domain/loans/loans.contract.ts';
import { tenantOptionsOf } from '@kerb/server/features/options/options.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';

const organisationNamed = (deps: Deps, brand: string) =>
  deps.db
    .selectFrom('tenants')
    .select(['id', 'name', 'identifier', 'defaultTimeZone'])
    .where('identifier', '=', brand)
    .executeTakeFirst();

/** The terms that the fee calculator uses: an organisation's own if `brand` is its identifier. */
export async function readCalculator(deps: Deps, brand: string | undefined): Promise<CalculatorTerms> {
  const { country, config, db, clock } = deps;
  const tenant = brand ? await organisationNamed(deps, brand) : undefined;
  const options = tenant ? await tenantOptionsOf(db, tenant.id, country) : [];
  const own = options.find(({ optionCode }) => optionCode === 'pl');
  const today = dayIn(tenant?.defaultTimeZone ?? country.defaultTimeZone, clock.now());
  const expires = own?.interestFreeOfferExpiryDate ?? null;
  const isFree = Boolean(own?.interestFreeOffered) && (expires === null || expires >= today);
  return {
    brandName: tenant?.name ?? null,
    identifier: tenant?.identifier ?? null,
    interestRate: own?.interestRate ?? country.payLater.interestRateBasisPoints,
    serviceFeePercent: own?.serviceFeePercent ?? country.payLater.serviceFeeBasisPoints,
    caveatFee: securityRegistrationFee(tenant?.identifier ?? brand ?? null, config.securityFeeExemptNames, country),
    budgetOwnerFee: own?.budgetOwnerFee ?? 0,
    budgetOwnerFeeName: own?.budgetOwnerFeeName || defaultBudgetOwnerFeeName,
    interestFreeOffered: isFree,
    interestFreeDays: isFree ? (own?.interestFreeDays ?? 0) : 0,
  };
}
