import type { Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

/** Files whose rows are gone. Their bytes are removed after the commit. */
export type Files = { storageKeys: string[]; count: number };

/**
 * The purposes of documents that payers upload. A change of the address unlinks the payer from their identity
 * documents.
 */
export const filedByPayers = ['vendor-id', 'supporting-doc'];

/** Deletes those of the assets that no document uses any more, with the key of each file. */
export async function removeUnfiled(tx: Tx, assetIds: readonly number[]): Promise<Files> {
  const { rows } = await sql<{ storageKey: string }>`
    delete from assets f where f.id = any(${assetIds}::bigint[])
      and not exists (select from attachments d where d.asset_id = f.id) returning storage_key`.execute(tx);
  return { storageKeys: rows.map(({ storageKey }) => storageKey), count: rows.length };
}
