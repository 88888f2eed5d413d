import { type UploadQuota, uploadQuotas } from '@kerb/domain/documents/quotas.ts';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { removeLeftovers } from '@kerb/server/platform/files/received-file.ts';
import { forEachRow } from '@kerb/server/platform/jobs/for-each-row.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { type RawBuilder, sql } from 'kysely';

const batchSize = 100;

/** Each condition has a partial index of the few files that it can be true for. */
async function sweep(deps: Deps, isMeant: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ storageKey: string }>`
      delete from assets where id = any(array(
        select f.id from assets f where ${isMeant} limit ${batchSize} for update skip locked))
      returning storage_key`.execute(deps.db);
    // The records are deleted already, so bytes that are not removed now stay for ever.
    await forEachRow(
      deps,
      rows,
      ({ storageKey }) => ({ kind: 'file', id: storageKey }),
      ({ storageKey }) => deps.fileStore.remove(storageKey),
    );
    if (rows.length < batchSize) return;
  }
}

/**
 * Deletes replaced pictures, and uploads that nothing has used for too long. Deletes the record first: a record without
 * bytes would be broken, but bytes without the key in the record are unreadable.
 */
export async function sweepFiles(deps: Deps): Promise<void> {
  const loose = ({ looseMinutes }: UploadQuota) =>
    sql`f.used_for is null and f.upload_date < ${addMinutes(deps.clock.now(), -looseMinutes)}`;
  await sweep(deps, sql`f.used_for = 'discarded'`);
  await sweep(deps, sql`${loose(uploadQuotas.payer)} and f.uploaded_as_payer`);
  await sweep(deps, sql`${loose(uploadQuotas.team)} and not f.uploaded_as_payer`);
  await removeLeftovers(deps.config.dataDir);
}

export const documentJobs: Job[] = [{ name: 'sweep-files', every: '23 * * * *', run: sweepFiles }];
