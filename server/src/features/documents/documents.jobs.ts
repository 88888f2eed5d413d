import { type UploadQuota, uploadQuotas } from '@kerb/domain/documents/quotas.ts';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { removeLeftovers } from '@kerb/server/platform/files/received-file.ts';
import { forEachRow } from '@kerb/server/platform/jobs/for-each-row.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { sql } from 'kysely';

const batchSize = 100;

/**
 * Deletes replaced pictures, and uploads that nothing has used for too long. Deletes the record first: a record without
 * bytes would be broken, but bytes without the key in the record are unreadable.
 */
export async function sweepFiles(deps: Deps): Promise<void> {
  const before = ({ looseMinutes }: UploadQuota) => addMinutes(deps.clock.now(), -looseMinutes);
  for (;;) {
    const { rows } = await sql<{ storageKey: string }>`
      delete from assets where id in (
        select f.id from assets f
        where f.used_for = 'discarded' or (f.used_for is null and f.upload_date <
          case when f.uploaded_as_payer then ${before(uploadQuotas.payer)}::timestamptz
            else ${before(uploadQuotas.team)}::timestamptz end)
        order by f.id limit ${batchSize} for update skip locked)
      returning storage_key`.execute(deps.db);
    // The records are gone already, so each of these bytes is removed now or never.
    await forEachRow(
      deps,
      rows,
      ({ storageKey }) => ({ kind: 'file', id: storageKey }),
      ({ storageKey }) => deps.fileStore.remove(storageKey),
    );
    if (rows.length < batchSize) break;
  }
  await removeLeftovers(deps.config.dataDir);
}

export const documentJobs: Job[] = [{ name: 'sweep-files', every: '23 * * * *', run: sweepFiles }];
