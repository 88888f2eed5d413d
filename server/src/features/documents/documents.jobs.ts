import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { removeLeftovers } from '@kerb/server/platform/files/received-file.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { sql } from 'kysely';

const batchSize = 100;

/**
 * Deletes uploads that nothing has used for a day: no document, logo or portrait. Deletes the record first: a record
 * without bytes would be broken, but bytes without the key in the record are unreadable.
 */
export async function sweepFiles(deps: Deps): Promise<void> {
  const before = addMinutes(deps.clock.now(), -24 * 60);
  for (;;) {
    const { rows } = await sql<{ storageKey: string }>`
      delete from assets where id in (
        select f.id from assets f
        where f.upload_date < ${before} and not exists (select from attachments d where d.asset_id = f.id)
          and not exists (
            select from tenants t where t.id = f.tenant_id
              and (t.logo_asset_id = f.id or t.draft_content->'logo'->'value' = to_jsonb(f.id)))
          and not exists (select from users u where u.profile_picture_asset_id = f.id)
          and not exists (select from user_invitations i where i.profile_picture_asset_id = f.id
            and i.accepted_date is null and i.revoked_date is null)
        order by f.id limit ${batchSize} for update skip locked)
      returning storage_key`.execute(deps.db);
    for (const { storageKey } of rows) await deps.fileStore.remove(storageKey);
    if (rows.length < batchSize) break;
  }
  await removeLeftovers(deps.config.dataDir);
}

export const documentJobs: Job[] = [{ name: 'sweep-files', every: '23 * * * *', run: sweepFiles }];
