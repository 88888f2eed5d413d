import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { daysToEstimate, totalsOverTime } from '@kerb/domain/loans/cost-over-time.ts';
import { defaultBudgetOwnerFeeName, estimatePayLater, securityRegistrationFee } from '@kerb/domain/loans/fees.ts';
import type { CalculatorEstimate, CalculatorTerms } from '@kerb/domain/loans/loans.contract.ts';
import { tenantOptionsOf } from '@kerb/server/features/options/options.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { invalid } from '@kerb/server/platform/problems/problem.ts';

const organisationNamed = (deps: Deps, brand: string) =>
  deps.db
    .selectFrom('tenants')
    .select(['id', 'name', 'identifier', 'defaultTimeZone'])
    .where('identifier', '=', brand)
    .executeTakeFirst();

type Terms = CalculatorTerms & { interestRate: number };

/** The country's terms, or an organisation's own if `brand` is its identifier. Its rate must not leave the server. */
async function termsFor(deps: Deps, brand: string | undefined): Promise<{ terms: Terms; isOwnRate: boolean }> {
  const { country, config, db, clock } = deps;
  const tenant = brand ? await organisationNamed(deps, brand) : undefined;
  const options = tenant ? await tenantOptionsOf(db, tenant.id, country) : [];
  const own = options.find(({ optionCode }) => optionCode === 'pl');
  const today = dayIn(tenant?.defaultTimeZone ?? country.defaultTimeZone, clock.now());
  const expires = own?.interestFreeOfferExpiryDate ?? null;
  const isFree = Boolean(own?.interestFreeOffered) && (expires === null || expires >= today);
  const usualRate = country.payLater.interestRateBasisPoints;
  const terms = {
    brandName: tenant?.name ?? null,
    identifier: tenant?.identifier ?? null,
    interestRate: own?.interestRate ?? usualRate,
    serviceFeePercent: own?.serviceFeePercent ?? country.payLater.serviceFeeBasisPoints,
    caveatFee: securityRegistrationFee(tenant?.identifier ?? brand ?? null, config.securityFeeExemptNames, country),
    budgetOwnerFee: own?.budgetOwnerFee ?? 0,
    budgetOwnerFeeName: own?.budgetOwnerFeeName || defaultBudgetOwnerFeeName,
    interestFreeOffered: isFree,
    interestFreeDays: isFree ? (own?.interestFreeDays ?? 0) : 0,
  };
  return { terms, isOwnRate: terms.interestRate !== usualRate };
}

/** The terms that the fee calculator uses; the country's rate is public, an organisation's own is not. */
export async function readCalculator(deps: Deps, brand: string | undefined): Promise<CalculatorTerms> {
  const { terms, isOwnRate } = await termsFor(deps, brand);
  return { ...terms, interestRate: isOwnRate ? null : terms.interestRate };
}

type Asked = { brand?: string | undefined; campaignBudget: Cents; additional: Cents; days: number };

/** What the calculator shows, computed here so that an organisation's rate is not sent. */
export async function estimateCosts(deps: Deps, asked: Asked): Promise<CalculatorEstimate> {
  const { country } = deps;
  if (asked.days > country.longestLoanDays) throw invalid(fieldError('days', 'notValid', daysToEstimate(country)));
  const { terms } = await termsFor(deps, asked.brand);
  const loan = {
    budgetCents: asked.campaignBudget,
    additionalCents: asked.additional,
    caveatFeeCents: terms.caveatFee,
    budgetOwnerFeeCents: terms.budgetOwnerFee,
    budgetOwnerFeeName: terms.budgetOwnerFeeName,
    serviceFeeBasisPoints: terms.serviceFeePercent,
    interestRateBasisPoints: terms.interestRate,
    interestFreeDays: terms.interestFreeDays,
  };
  const { lines, totalCents } = estimatePayLater({ ...loan, days: asked.days }, country);
  return {
    days: asked.days,
    lines: lines.map(({ amountCents, ...line }) => ({ ...line, amount: amountCents })),
    total: totalCents,
    points: totalsOverTime(loan, country).map(({ day, totalCents: total }) => ({ day, total })),
  };
}
