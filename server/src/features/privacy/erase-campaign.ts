import {
  decideCampaign,
  type PayerlessCampaign,
  payerlessById,
} from '@kerb/server/features/privacy/campaigns-without-payers.ts';
import {
  deletePhoto,
  type Files,
  filedByPayers,
  removeUnfiled,
} from '@kerb/server/features/privacy/erase-documents.ts';
import { eraseRemovedPayers } from '@kerb/server/features/privacy/erase-removed.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import { dropDataKey } from '@kerb/server/platform/privacy/data-keys.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/** The descriptions in the log. */
export const erasureWords = {
  done: 'Personal data erased',
  refused: 'Personal data not erased: it is needed again',
};

type Waiting = { id: number; actId: number; agreementId: number };

/** Deletes the documents that removed payers uploaded. The records no longer say which payer it was. */
async function deleteDocuments(tx: Tx, agreementId: number): Promise<Files> {
  const { rows } = await sql<{ assetId: number }>`
    delete from attachments where agreement_id = ${agreementId} and purpose = any(${filedByPayers}::text[])
    returning asset_id`.execute(tx);
  return removeUnfiled(
    tx,
    rows.map(({ assetId }) => assetId),
  );
}

const note = (work: Work, { actId }: Waiting, campaign: PayerlessCampaign, description: string, erased: object) =>
  record(work, {
    activityCode: 'signatory_update',
    description,
    agreementId: campaign.id,
    tenantId: campaign.tenantId,
    data: { act: actId, ...erased },
  });

/**
 * Erases what is held about the payers who were removed from a campaign that has none left. All of it happens, or
 * nothing. Returns the files whose bytes can be removed.
 */
export async function eraseCampaign(work: Work, waiting: Waiting): Promise<string[]> {
  const { tx, deps, now } = work;
  const { id, agreementId } = waiting;
  await sql`select from agreements where id = ${agreementId} for update`.execute(tx);
  const campaign = await payerlessById(tx, deps.country, agreementId);
  const verdict = decideCampaign(campaign, deps.country, now);
  const finish = (values: { counts?: string; refusedBecause?: string }) =>
    tx
      .updateTable('erasures')
      .set({ finishedDate: now, ...values })
      .where('id', '=', id)
      .execute();
  if (!verdict.ok) {
    await finish({ refusedBecause: verdict.because });
    await note(work, waiting, campaign, erasureWords.refused, {});
    return [];
  }
  const documents = await deleteDocuments(tx, agreementId);
  const photo = await deletePhoto(tx, agreementId);
  const accounts = await eraseRemovedPayers(work, agreementId);
  const erased = { documents: documents.count, photos: photo.count, accounts };
  await dropDataKey(tx, { kind: 'campaign', id: agreementId });
  await finish({ counts: JSON.stringify(erased) });
  await note(work, waiting, campaign, erasureWords.done, { erased });
  return [...documents.storageKeys, ...photo.storageKeys];
}
