import { realActorOf } from '@kerb/domain/access/actor.ts';
import {
  type Kept,
  organisationBytes,
  organisationIsFull,
  payerIsFull,
  quotaRefusal,
  tooManyLoose,
  uploadQuotas,
} from '@kerb/domain/documents/quotas.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

const full = (words: string) =>
  new Problem(409, 'quota', words, { validation: fieldError('asset', 'notValid', words) });

type Upload = { tenantId: number; uploadedAsPayer: boolean; size: number };

/** The files of the organisation, and of the uploader in it. Files that nothing uses count in every organisation. */
async function keptFiles({ tx, actor }: Work, { tenantId, uploadedAsPayer }: Upload) {
  const uploader = actor && realActorOf(actor).userId;
  const isOwn = sql`uploaded_by_user_id = ${uploader} and uploaded_as_payer = ${uploadedAsPayer}`;
  const { rows } = await sql<Kept & { organisation: number }>`
    select coalesce(sum(size) filter (where tenant_id = ${tenantId} and use <> 'product'), 0)::float8 as organisation,
      (count(*) filter (where ${isOwn} and tenant_id = ${tenantId}))::float8 as files,
      coalesce(sum(size) filter (where ${isOwn} and tenant_id = ${tenantId}), 0)::float8 as bytes,
      (count(*) filter (where ${isOwn} and used_for is null))::float8 as loose_files,
      coalesce(sum(size) filter (where ${isOwn} and used_for is null), 0)::float8 as loose_bytes
    from assets
    where tenant_id = ${tenantId} or (uploaded_by_user_id = ${uploader} and used_for is null)`.execute(tx);
  return must(rows[0], 'files that are kept');
}

/**
 * Refuses a file over a quota. The organisation is locked while counting, so that concurrent uploads cannot exceed a
 * quota together.
 */
export async function checkQuota(work: Work, upload: Upload): Promise<void> {
  const { tenantId, uploadedAsPayer, size } = upload;
  await sql`select from tenants where id = ${tenantId} for no key update`.execute(work.tx);
  const { organisation, ...kept } = await keptFiles(work, upload);
  if (organisation + size > organisationBytes) throw full(organisationIsFull);
  const refusal = quotaRefusal(uploadQuotas[uploadedAsPayer ? 'payer' : 'team'], kept, size);
  if (refusal === 'loose') throw full(tooManyLoose);
  if (refusal === 'all') throw full(payerIsFull(work.deps.country.supportPhone));
}
