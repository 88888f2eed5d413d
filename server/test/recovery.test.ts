import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { baseBackup, type Cluster, folderOfPostgres, startCluster, startCopy, stopClusters } from './clusters.ts';
import { runOnServer } from './test-database.ts';

const archive = folderOfPostgres('archive');
afterAll(async () => {
  await stopClusters();
  rmSync(archive, { recursive: true, force: true });
});

async function rowsOf<Row extends pg.QueryResultRow>({ url }: Cluster, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The statements are those of docs/operations.md. */
describe('point-in-time recovery as the handbook describes it', () => {
  it('restores the moment before a mistake, from a base backup and the archive', { timeout: 120_000 }, async () => {
    const settings = ['archive_mode=on', `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`];
    const primary = await startCluster(settings);
    await runOnServer(primary.url, 'create table campaigns (id integer)');
    await runOnServer(primary.url, 'insert into campaigns values (1)');
    const copy = baseBackup(primary, 'recovered');
    await runOnServer(primary.url, 'insert into campaigns values (2)');
    const [moment] = await rowsOf<{ at: string }>(primary, 'select clock_timestamp()::text as at');
    await runOnServer(primary.url, 'select pg_sleep(0.1)');
    await runOnServer(primary.url, 'delete from campaigns');
    // Otherwise the last minutes are in a file that is not full, and not in the archive.
    await runOnServer(primary.url, 'select pg_switch_wal()');
    await vi.waitFor(async () => {
      const [row] = await rowsOf<{ done: boolean }>(
        primary,
        `select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) as done from pg_stat_archiver`,
      );
      expect(row?.done).toBe(true);
    }, 20_000);
    await primary.kill();

    writeFileSync(join(copy, 'data', 'recovery.signal'), '');
    const recovered = await startCopy(copy, [
      `restore_command=cp ${archive}/%f %p`,
      `recovery_target_time=${moment!.at}`,
      'recovery_target_action=promote',
    ]);
    expect(await rowsOf(recovered, 'select id from campaigns order by id')).toEqual([{ id: 1 }, { id: 2 }]);
  });
});
