import { type UploadQuota, uploadQuotas } from '@kerb/domain/documents/quotas.ts';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { removeLeftovers } from '@kerb/server/platform/files/received-file.ts';
import { endsRun, forEachRow, rowsDone } from '@kerb/server/platform/jobs/for-each-row.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { type RawBuilder, sql } from 'kysely';

const batchSize = 100;
const kindOfRecord = 'record of a file';

type Stored = { id: number; storageKey: string };
type Lot = { rows: Stored[]; found: number };

const deleteRecords = (deps: Deps, ids: RawBuilder<unknown>) =>
  sql<Stored>`delete from assets where id = any(${ids}) returning id, storage_key`.execute(deps.db);

async function deleteLot(deps: Deps, isDue: RawBuilder<unknown>): Promise<Lot> {
  const ids = sql`array(select f.id from assets f where ${isDue} limit ${batchSize} for update skip locked)`;
  const { rows } = await deleteRecords(deps, ids);
  await rowsDone(
    deps,
    kindOfRecord,
    rows.map(({ id }) => id),
  );
  return { rows, found: rows.length };
}

/** After a lot that failed: each of its files for itself, so that one that is still needed does not stop the others. */
async function deleteOneByOne(deps: Deps, isDue: RawBuilder<unknown>, failed: number[]): Promise<Lot> {
  const { rows: due } = await sql<{ id: number }>`
    select f.id from assets f where ${isDue} limit ${batchSize}`.execute(deps.db);
  const rows: Stored[] = [];
  await forEachRow(
    deps,
    due,
    ({ id }) => ({ kind: kindOfRecord, id }),
    async ({ id }) => {
      failed.push(id);
      const deleted = await deleteRecords(deps, sql`array[${id}]::bigint[]`);
      rows.push(...deleted.rows);
    },
  );
  return { rows, found: due.length };
}

/** Each condition has a partial index of the few files that it can be true for. */
async function sweep(deps: Deps, isMeant: RawBuilder<unknown>): Promise<void> {
  const failed: number[] = [];
  for (;;) {
    const isDue = sql`${isMeant} and f.id <> all(${failed}::bigint[])`;
    const { rows, found } = await deleteLot(deps, isDue).catch((error) => {
      if (endsRun(error)) throw error;
      return deleteOneByOne(deps, isDue, failed);
    });
    // The records are deleted already, so bytes that are not removed now stay for ever.
    await forEachRow(
      deps,
      rows,
      ({ storageKey }) => ({ kind: 'file', id: storageKey }),
      ({ storageKey }) => deps.fileStore.remove(storageKey),
    );
    if (found < batchSize) return;
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
