import { standingMay } from '@kerb/domain/access/access-scope.ts';
import type { Standing } from '@kerb/domain/access/actor.ts';
import { maySee } from '@kerb/domain/agreements/save.ts';
import type { CampaignOption, TenantOption } from '@kerb/domain/options/finance-options.ts';
import { isUsable } from '@kerb/domain/options/finance-options.ts';
import { isForPurpose } from '@kerb/domain/options/option-rules.ts';
import type { CampaignOptions, OfferedOption } from '@kerb/domain/options/options.contract.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { applicationsOf } from '@kerb/server/features/options/applications.repository.ts';
import { type Offers, offersOf } from '@kerb/server/features/options/options.repository.ts';
import { currentLoan, onSuccessFee, tenantIdentifierOf } from '@kerb/server/features/options/price-options.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** A person who may not see a campaign's interest rate may not see an organisation's either. */
export function tenantOptionView({ interestRate, ...option }: TenantOption, standing: Standing) {
  return { ...option, ...(maySee(standing, 'interestRate') && { interestRate }) };
}

type Subject = { agreement: AgreementRecord; offers: Offers; tenantIdentifier: string | null };
type Deps = Pick<Work['deps'], 'config' | 'country' | 'rates'>;

function serviceFeeOf({ optionCode, serviceFee }: CampaignOption, subject: Subject, deps: Deps): number | null {
  if (optionCode === 'pos') return onSuccessFee(subject, deps).serviceFee;
  return optionCode === 'pl' ? currentLoan(subject, deps).serviceFeeCents : serviceFee;
}

function offeredView(option: CampaignOption, subject: Subject, deps: Deps, standing: Standing): OfferedOption {
  const { agreement, offers } = subject;
  const own = offers.available.find(({ optionCode }) => optionCode === option.optionCode);
  // The country's rates of the campaign's quote, which may not be those of the page that shows them.
  const quoted = option.optionCode === 'pl' ? deps.rates.of(agreement, offers.now).payLater : null;
  return {
    optionCode: option.optionCode,
    href: `/v1/agreements/${agreement.id}/finance-options/${option.optionCode}`,
    enabled: true,
    serviceFee: serviceFeeOf(option, subject, deps),
    discount: option.discount,
    budgetOwnerFee: own?.budgetOwnerFee ?? null,
    budgetOwnerFeeName: own?.budgetOwnerFeeName ?? null,
    serviceFeePercent: own?.serviceFeePercent ?? quoted?.serviceFeeBasisPoints ?? null,
    ...(maySee(standing, 'interestRate') && {
      interestRate: own?.interestRate ?? quoted?.interestRateBasisPoints ?? null,
    }),
    interestFreeOffered: option.interestFreeOffered,
    interestFreeDays: own?.interestFreeDays ?? null,
    interestFreeOfferExpiryDate: own?.interestFreeOfferExpiryDate ?? null,
  };
}

/** The options of a campaign with the fields that this actor may see. */
export async function optionsView(
  db: Database | Tx,
  deps: Deps,
  { agreement, standing, now }: { agreement: AgreementRecord; standing: Standing; now: string },
): Promise<CampaignOptions> {
  const offers = await offersOf(db, agreement, { country: deps.country, now });
  const subject = { agreement, offers, tenantIdentifier: await tenantIdentifierOf(db, agreement) };
  const { financeOptionCode: chosen, campaignBudgetFundsPurpose: purpose } = agreement;
  const application = (await applicationsOf(db, agreement.id)).find(
    ({ status, optionCode }) => status !== 'cancelled' && optionCode === chosen,
  );
  const couldOffer = offers.available.filter((option) => isUsable(option) && isForPurpose(option.optionCode, purpose));
  return {
    items: offers.offered.map((option) => offeredView(option, subject, deps, standing)),
    ...(standingMay(standing, 'option.offer') && {
      available: couldOffer.map((option) => tenantOptionView(option, standing)),
    }),
    chosen,
    application: application ? { ...application, financeOptionCode: application.optionCode } : null,
  };
}
