import { type Cents, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { campaignOptionsOf } from '@kerb/server/features/options/options.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Campaign = { id: number; tenantId: number };

/** Writes the service fee of a locked campaign's offer, so that what is due always follows from the campaign. */
export async function changeOfferedFee(
  work: Work,
  { id, tenantId }: Campaign,
  code: FinanceOptionCode,
  serviceFee: Cents,
): Promise<void> {
  const offer = (await campaignOptionsOf(work.tx, id)).find(({ optionCode }) => optionCode === code);
  await work.tx
    .updateTable('campaignFinanceOptions')
    .set({ serviceFee: decimalFromCents(serviceFee) })
    .where('agreementId', '=', id)
    .where('optionCode', '=', code)
    .execute();
  await record(work, {
    activityCode: 'campaign_update',
    description: 'Service fee changed',
    agreementId: id,
    tenantId,
    data: { option: code, serviceFee: { before: offer?.serviceFee ?? null, after: serviceFee } },
  });
}
