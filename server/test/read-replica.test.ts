import { setTimeout as pause } from 'node:timers/promises';
import { type OpenDatabase, openPostgres } from '@kerb/server/platform/database/database.ts';
import { migrate } from '@kerb/server/platform/database/migrate.ts';
import { withReplica } from '@kerb/server/platform/database/replica.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildersFor } from './builders.ts';
import {
  baseBackup,
  type Cluster,
  createDatabase,
  databaseOf,
  startCluster,
  startCopy,
  stopClusters,
} from './clusters.ts';
import { closeStages, startStage } from './harness.ts';
import { runOnServer } from './test-database.ts';

afterAll(async () => {
  await closeStages();
  await stopClusters();
});

/** A server that reads from a new standby of the primary. */
async function startReplicated(primary: Cluster) {
  const standby = await startCopy(baseBackup(primary, 'standby', ['-R']));
  const replica = openPostgres(databaseOf(standby), 4, silentLog, { isReplica: true });
  const opened = openPostgres(databaseOf(primary), 8, silentLog);
  const database = withReplica(opened, replica, { log: silentLog, assertOurs: async () => {} });
  const stage = await startStage({ database });
  const build = buildersFor(stage);
  const call = stage.as((await build.aPerson('admin')).userId);
  const isFromReplica = () =>
    database.reader.read(async ({ db }) => {
      const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db);
      return rows[0]?.is;
    });
  return {
    standby,
    database,
    isFromReplica,
    untilReplicaAnswers: () =>
      vi.waitFor(async () => expect(await isFromReplica()).toBe(true), { timeout: 20_000, interval: 100 }),
    aNewName: async () => {
      const name = `Agency ${Math.random()}`;
      await build.aTenant({ name });
      return name;
    },
    found: async (name: string): Promise<string[]> => {
      const { items } = (await call('GET', `/v1/tenants?textQuery=${encodeURIComponent(name)}`)).json();
      return items.map((item: { name: string }) => item.name);
    },
    report: () => call('GET', '/reports/organisations'),
  };
}
type Replicated = Awaited<ReturnType<typeof startReplicated>>;

describe('a streaming replica', () => {
  let primary: Cluster;
  let replicated: Replicated;
  beforeAll(async () => {
    primary = await startCluster();
    const owner = openPostgres(await createDatabase(primary), 2, silentLog);
    await migrate(owner).finally(owner.close);
    replicated = await startReplicated(primary);
  }, 120_000);

  it('answers reads, and each sees what was saved just before', { timeout: 60_000 }, async () => {
    const { untilReplicaAnswers, aNewName, found, isFromReplica } = replicated;
    await untilReplicaAnswers();
    // Beside other tests the replica is late once, and then it is not asked for a while.
    for (let fromReplica = 0; fromReplica < 20; ) {
      const name = await aNewName();
      expect(await found(name)).toEqual([name]);
      if (await isFromReplica()) fromReplica += 1;
    }
  });

  it('answers exports', { timeout: 60_000 }, async () => {
    const { untilReplicaAnswers, aNewName, standby, report } = replicated;
    await untilReplicaAnswers();
    const name = await aNewName();
    const before = await readsOn(standby);
    const { statusCode, body } = await report();
    expect([statusCode, body.includes(name)]).toEqual([200, true]);
    expect(await readsOn(standby)).toBeGreaterThan(before);
  });

  it('is passed over while it is behind, and answers again when it has caught up', { timeout: 60_000 }, async () => {
    const { untilReplicaAnswers, aNewName, found, isFromReplica, standby, report } = replicated;
    await untilReplicaAnswers();
    await runOnServer(standby.url, 'select pg_wal_replay_pause()');
    const name = await aNewName();
    expect(await found(name)).toEqual([name]);
    expect(await isFromReplica()).toBe(false);
    expect((await report()).body).toContain(name);
    await runOnServer(standby.url, 'select pg_wal_replay_resume()');
    await untilReplicaAnswers();
    expect(await found(name)).toEqual([name]);
  });

  it('that refuses a read is replaced by the primary for that read', async () => {
    const { untilReplicaAnswers, database } = replicated;
    await untilReplicaAnswers();
    const written = await database.reader.read(async ({ db }) => {
      await sql`insert into throttles values ('a write', 1, now())`.execute(db);
      return 'written';
    });
    expect(written).toBe('written');
  });

  it('that was promoted is not read any more, nor one that is gone', { timeout: 60_000 }, async () => {
    const { untilReplicaAnswers, aNewName, found, isFromReplica, standby } = await startReplicated(primary);
    await untilReplicaAnswers();
    await runOnServer(standby.url, 'select pg_promote()');
    const name = await aNewName();
    expect(await found(name)).toEqual([name]);
    expect(await isFromReplica()).toBe(false);
    await standby.kill();
    await pause(1_100);
    expect(await found(name)).toEqual([name]);
  });
});

describe('a replica of the primary that was lost', () => {
  const opened: OpenDatabase[] = [];
  afterAll(async () => {
    for (const { close } of opened) await close();
  });
  const open = ({ url }: Cluster, options = {}) => {
    const database = openPostgres(url, 2, silentLog, options);
    opened.push(database);
    return database;
  };
  const positionOf = async ({ pool }: OpenDatabase, position: string) =>
    (await pool.query<{ bytes: string }>(`select ${position} - '0/0'::pg_lsn as bytes`)).rows[0]!.bytes;

  it('is not read, though its position is ahead of the promoted one', { timeout: 120_000 }, async () => {
    const lost = await startCluster();
    await runOnServer(lost.url, 'create table notes (text text)');
    const promoted = await startCopy(baseBackup(lost, 'promoted', ['-R']));
    const left = await startCopy(baseBackup(lost, 'left', ['-R']));
    // From here on, the one that is promoted later receives nothing any more.
    await runOnServer(promoted.url, `alter system set primary_conninfo = ''`);
    await runOnServer(promoted.url, 'select pg_reload_conf()');
    const untilStopped = open(promoted);
    await vi.waitFor(
      async () => expect((await untilStopped.pool.query('select from pg_stat_wal_receiver')).rowCount).toBe(0),
      10_000,
    );
    await runOnServer(lost.url, `insert into notes select repeat('x', 1000) from generate_series(1, 5000)`);
    const replica = open(left, { isReplica: true });
    const written = await positionOf(open(lost), 'pg_current_wal_lsn()');
    await vi.waitFor(
      async () =>
        expect(Number(await positionOf(replica, 'pg_last_wal_replay_lsn()'))).toBeGreaterThanOrEqual(Number(written)),
      10_000,
    );
    await lost.kill();
    await runOnServer(promoted.url, 'select pg_promote()');

    const now = open(promoted);
    await now.pool.query(`insert into notes values ('saved after the failover')`);
    expect(Number(await positionOf(now, 'pg_current_wal_lsn()'))).toBeLessThan(Number(written));
    const { reader } = withReplica(now, replica, { log: silentLog, assertOurs: async () => {} });
    const read = await reader.read(({ db }) =>
      sql`select text from notes where text like 'saved%'`.execute(db).then(({ rows }) => rows),
    );
    expect(read).toEqual([{ text: 'saved after the failover' }]);
  });
});

/** Rows that this server has read in the database. */
async function readsOn(cluster: Cluster): Promise<number> {
  const { pool, close } = openPostgres(databaseOf(cluster), 1, silentLog);
  // Counts are reported when a session has been idle for a moment.
  await pause(1_500);
  const { rows } = await pool.query<{ count: string }>(
    `select tup_returned as count from pg_stat_database where datname = 'kerb'`,
  );
  await close();
  return Number(rows[0]?.count);
}
