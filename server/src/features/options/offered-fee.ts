import { type Cents, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { paidBy } from '@kerb/domain/payments/amount-due.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { campaignOptionsOf } from '@kerb/server/features/options/options.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Campaign = Pick<AgreementRecord, 'id' | 'tenantId' | 'serviceFee'>;

const description = 'Service fee changed';

/** Pay On Success and Pay Later have their fee on the campaign, where agreement, loan and reports read it. */
const isOnCampaign = (option: FinanceOptionCode): boolean => !paidBy[option]?.includesBudget;

/** Writes the fee of a locked campaign's offer, if the offer has a fee of its own. */
export async function keepOfferedFee(
  work: Work,
  { id, tenantId }: Campaign,
  option: FinanceOptionCode,
  serviceFee: Cents | null,
): Promise<void> {
  const offer = (await campaignOptionsOf(work.tx, id)).find(({ optionCode }) => optionCode === option);
  const before = offer?.serviceFee ?? null;
  if (before === serviceFee || (before === null && isOnCampaign(option))) return;
  await work.tx
    .updateTable('campaignFinanceOptions')
    .set({ serviceFee: serviceFee === null ? null : decimalFromCents(serviceFee) })
    .where('agreementId', '=', id)
    .where('optionCode', '=', option)
    .execute();
  await record(work, {
    activityCode: 'campaign_update',
    description,
    agreementId: id,
    tenantId,
    data: { option, serviceFee: { before, after: serviceFee } },
  });
}

/** Writes the service fee of a locked campaign's option wherever it is stored, so that every reader has the same. */
export async function changeFee(
  work: Work,
  campaign: Campaign,
  option: FinanceOptionCode,
  serviceFee: Cents,
): Promise<void> {
  if (isOnCampaign(option) && campaign.serviceFee !== serviceFee) {
    await changeCampaign(work, campaign, { serviceFee }, { description });
  }
  await keepOfferedFee(work, campaign, option, serviceFee);
}
