import type { Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

/** Files whose rows are gone. Their bytes are removed after the commit. */
export type Files = { storageKeys: string[]; count: number };

/**
 * The purposes of documents that payers upload. A change of the address unlinks the payer from their identity
 * documents.
 */
export const filedByPayers = ['vendor-id', 'supporting-doc'];

/** Deletes the photo of the property, with the key of its file, once all payers of the campaign are erased. */
export async function deletePhoto(tx: Tx, agreementId: number): Promise<Files> {
  const { rows } = await sql<{ assetId: number }>`
    delete from property_photos where agreement_id = ${agreementId}
      and not exists (select from signatories p where p.agreement_id = ${agreementId} and p.erased_date is null)
    returning asset_id`.execute(tx);
  return removeUnfiled(
    tx,
    rows.map(({ assetId }) => assetId),
  );
}

/** Deletes those of the assets that no document uses any more, with the key of each file. */
export async function removeUnfiled(tx: Tx, assetIds: readonly number[]): Promise<Files> {
  const { rows } = await sql<{ storageKey: string }>`
    delete from assets f where f.id = any(${assetIds}::bigint[])
      and not exists (select from attachments d where d.asset_id = f.id) returning storage_key`.execute(tx);
  return { storageKeys: rows.map(({ storageKey }) => storageKey), count: rows.length };
}
