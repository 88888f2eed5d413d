import { uploaderOf } from '@kerb/domain/access/actor.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import type { AssetHolder, UploadUse } from '@kerb/domain/vocabulary/asset-uses.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import { invalid } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Taken = {
  id: number;
  use: UploadUse;
  usedFor: Exclude<AssetHolder, 'product' | 'discarded'>;
  /** The organisation whose file it must be; absent for portraits, which belong to a person. */
  tenantId?: number;
  /** A file that was uploaded for one purpose of documents is filed under no other. */
  purpose?: string;
  /** The field of the request, and its message if the file cannot be used. */
  field: string;
  words: string;
};

/**
 * Takes an uploaded file into use. One statement asks everything: the caller uploaded it, for this use, for this
 * organisation, and nothing has used it. The message is the same whatever is wrong, so that ids cannot be probed.
 */
export async function takeAsset(work: Work, taken: Taken): Promise<{ id: number; fileName: string }> {
  const { id, use, usedFor, tenantId = null, purpose = null, field, words } = taken;
  const uploader = work.actor && uploaderOf(work.actor);
  const { rows } = await sql<{ id: number; fileName: string }>`
    update assets set used_for = ${usedFor}
    where id = ${id} and used_for is null and use = ${use} and uploaded_by_user_id = ${uploader?.userId ?? null}
      and uploaded_by_signatory_id is not distinct from ${uploader?.signatoryId ?? null}::bigint
      and (${tenantId}::bigint is null or tenant_id = ${tenantId})
      and (document_purpose is null or document_purpose = ${purpose}::text)
    returning id, file_name`.execute(work.tx);
  if (!rows[0]) throw invalid(fieldError(field, 'notValid', words));
  return rows[0];
}

/** A replaced picture is never loose again: the next sweep deletes it. */
export async function discardAsset(tx: Tx, id: number): Promise<void> {
  await sql`
    update assets set used_for = 'discarded'
    where id = ${id} and used_for in ('logo', 'portrait', 'invitation', 'photo')`.execute(tx);
}
