import { must } from '@kerb/domain/kernel/must.ts';
import type { Prices } from '@kerb/domain/options/choice.ts';
import { type CampaignOption, tenantOptions } from '@kerb/domain/options/finance-options.ts';
import { loanTerms, payOnSuccessFee, usualLoanTerms } from '@kerb/domain/options/option-terms.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { Offers } from '@kerb/server/features/options/options.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Deps = Pick<Work['deps'], 'config' | 'rates'>;

export const tenantIdentifierOf = async (db: Database | Tx, { tenantId }: AgreementRecord): Promise<string | null> =>
  (await db.selectFrom('tenants').select('identifier').where('id', '=', tenantId).executeTakeFirst())?.identifier ??
  null;

const withoutTerms = (optionCode: FinanceOptionCode): CampaignOption => ({
  optionCode,
  serviceFee: null,
  discount: null,
  interestFreeOffered: false,
});

type Subject = { agreement: AgreementRecord; offers: Offers; tenantIdentifier: string | null };

function parts({ agreement, offers, tenantIdentifier }: Subject, { config, rates }: Deps) {
  const option = (code: FinanceOptionCode) =>
    offers.offered.find(({ optionCode }) => optionCode === code) ?? withoutTerms(code);
  const { today, available } = offers;
  const tenant = must(tenantOptions(available, { financeOptions: ['pl'] })[0], 'option that was asked for');
  const exemptNames = config.securityFeeExemptNames;
  const country = rates.of(agreement, offers.now);
  return { option, country, offer: { tenant, campaign: option('pl'), tenantIdentifier, exemptNames, today } };
}

/** The fee of Pay On Success: the campaign's own, or the country's percentage less the discount. */
export function onSuccessFee(subject: Subject, deps: Deps) {
  const { option, country } = parts(subject, deps);
  const { serviceFee, discount } = option('pos');
  const { campaignBudget } = subject.agreement;
  return {
    serviceFee: serviceFee ?? payOnSuccessFee({ campaignBudget, discount }, country),
    fullServiceFee: payOnSuccessFee({ campaignBudget, discount: null }, country),
  };
}

/** The price of each option by the default terms, without terms entered on the campaign. */
export function usualPrices(subject: Subject, deps: Deps): Prices {
  const { offer, country } = parts(subject, deps);
  return { loan: usualLoanTerms(subject.agreement, offer, country), onSuccess: onSuccessFee(subject, deps) };
}

/** The loan with the campaign's current terms. */
export function currentLoan(subject: Subject, deps: Deps) {
  const { offer, country } = parts(subject, deps);
  return loanTerms(subject.agreement, offer, country);
}
