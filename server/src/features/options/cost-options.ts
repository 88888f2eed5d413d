import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { maySee } from '@kerb/domain/agreements/save.ts';
import { comparisonRate } from '@kerb/domain/loans/comparison-rate.ts';
import { costsOf, crossoversOf, type OfferedTerms } from '@kerb/domain/options/costs.ts';
import { tooSmallFor } from '@kerb/domain/options/option-rules.ts';
import type { CampaignCosts } from '@kerb/domain/options/options.contract.ts';
import { amountDue } from '@kerb/domain/payments/amount-due.ts';
import { surchargesOn } from '@kerb/domain/payments/surcharges.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { type AgreementRecord, campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import { offersOf } from '@kerb/server/features/options/options.repository.ts';
import { currentLoan, onSuccessFee, tenantIdentifierOf } from '@kerb/server/features/options/price-options.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';

/** The cost of every offered way of paying, in dollars. Rates only for those who may see them. */
export const costOptions = async (deps: Deps, scope: AccessScope, id: number): Promise<CampaignCosts> =>
  costsOfCampaign(deps, scope, await campaignInScope(deps.db, scope, id));

export async function costsOfCampaign(
  { db, clock, config, country, rates }: Deps,
  scope: AccessScope,
  agreement: AgreementRecord,
): Promise<CampaignCosts> {
  const offers = await offersOf(db, agreement, { country, now: clock.now() });
  const subject = { agreement, offers, tenantIdentifier: await tenantIdentifierOf(db, agreement) };
  const offered = (code: FinanceOptionCode) =>
    tooSmallFor(code, offers, country) === null
      ? (offers.offered.find(({ optionCode }) => optionCode === code) ?? null)
      : null;
  const loan = currentLoan(subject, { config, rates });
  const { campaignBudget, campaignPlannedStartDate: planned } = agreement;
  const upfront = offered('pn');
  const terms: OfferedTerms = {
    campaignBudget: campaignBudget ?? 0,
    startDate: planned !== null && planned > offers.today ? planned : offers.today,
    upfront: upfront && {
      amountCents: amountDue('pn', campaignBudget, upfront).amount,
      cards: surchargesOn(country, offers.today).map(({ label, basisPoints }, place) => ({
        key: `card-${place}`,
        label,
        basisPoints,
      })),
    },
    onSuccess: offered('pos') && { serviceFeeCents: onSuccessFee(subject, { config, rates }).serviceFee },
    loan: offered('pl') && loan,
  };
  const seesRates = maySee(standingTowards(scope.actor, agreement), 'interestRate');
  return {
    items: costsOf(terms),
    crossovers: crossoversOf(terms, country.longestLoanDays),
    ...(seesRates && {
      comparisonRate: terms.loan && comparisonRate(loan, country),
      interestRate: terms.loan && loan.interestRateBasisPoints,
    }),
    usualDays: country.defaultCampaignPeriodDays,
    longestDays: country.longestLoanDays,
    startDate: terms.startDate,
  };
}
