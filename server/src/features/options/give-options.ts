import { isUsable } from '@kerb/domain/options/finance-options.ts';
import { decideOffer, interestFreeState } from '@kerb/domain/options/option-rules.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { offersOf } from '@kerb/server/features/options/options.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** A new campaign gets its organisation's default options, if its purpose and budget allow them. */
export async function giveOptions(work: Work, agreement: AgreementRecord): Promise<void> {
  const { country } = work.deps;
  const offers = await offersOf(work.tx, agreement, { country, now: work.now });
  const usual = offers.available.filter(
    (option) => option.offeredByDefault && isUsable(option) && decideOffer(offers, option.optionCode, country).ok,
  );
  if (usual.length === 0) return;
  const rows = usual.map(({ optionCode }) => ({
    agreementId: agreement.id,
    optionCode,
    interestFreeOffered: optionCode === 'pl' && interestFreeState(offers) === 'running',
    createdDate: work.now,
    lastUpdateDate: work.now,
  }));
  await work.tx.insertInto('campaignFinanceOptions').values(rows).execute();
  await record(work, {
    activityCode: 'campaign_fo_create',
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: { optionCodes: usual.map(({ optionCode }) => optionCode) },
  });
}
