import { statfs } from 'node:fs/promises';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { providerLabels, providerNames } from '@kerb/domain/system/jobs.ts';
import type { SystemStatus } from '@kerb/domain/system/system.contract.ts';
import { keysOf } from '@kerb/server/features/system/keys.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { queueNames, queuesIn } from '@kerb/server/platform/metrics/measured-state.ts';
import { reportOf } from '@kerb/server/platform/report.ts';
import { appVersion } from '@kerb/server/platform/server-name.ts';
import { sql } from 'kysely';

/** A server says that it runs every 15 seconds. */
const silentMinutes = 1;

async function serversIn(db: Database): Promise<SystemStatus['servers']> {
  const rows = await db.selectFrom('servers').selectAll().orderBy('name').execute();
  const since = addMinutes(realNow(), -silentMinutes);
  return rows.map((row) => ({ ...row, isRunning: row.lastSeenDate > since }));
}

async function providersOf({ db, config }: Deps): Promise<SystemStatus['providers']> {
  const report = new Map(reportOf(config, { database: null, today: realNow().slice(0, 10) }).map((r) => [r.area, r]));
  const calls = new Map((await db.selectFrom('providerCalls').selectAll().execute()).map((row) => [row.provider, row]));
  return providerNames.map((name) => {
    // Webhooks are in no report: each has its own address.
    const said = report.get(providerLabels[name]);
    const { lastSuccessDate = null, lastFailureDate = null, failure = null } = calls.get(name) ?? {};
    return {
      name,
      state: said?.state ?? 'configured',
      meaning: said?.meaning ?? 'Addresses that organisations have registered.',
      ...{ lastSuccessDate, lastFailureDate, failure },
    };
  });
}

async function queuesOf(db: Database): Promise<SystemStatus['queues']> {
  const found = new Map((await queuesIn(db)).map((row) => [row.lane, row]));
  return queueNames.map((name) => {
    const { waiting = 0, oldestSeconds = null } = found.get(name) ?? {};
    return { name, waiting, oldestSeconds };
  });
}

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function storageOf({ db, config }: Deps): Promise<SystemStatus['storage']> {
  const { rows } = await sql<{ files: number; fileBytes: number; databaseBytes: number }>`
    select coalesce(sum(files), 0)::bigint as files, coalesce(sum(bytes), 0)::bigint as file_bytes,
      pg_database_size(current_database()) as database_bytes from asset_tallies`.execute(db);
  const freeBytes = config.bucket ? null : await freeIn(config.dataDir);
  const { files = 0, fileBytes = 0, databaseBytes = 0 } = rows[0] ?? {};
  return { files, fileBytes: Number(fileBytes), databaseBytes: Number(databaseBytes), freeBytes };
}

async function migrationsIn(db: Database): Promise<SystemStatus['migrations']> {
  const { rows } = await sql<SystemStatus['migrations']>`
    select count(*) over () as count, name as newest, applied_date from migrations order by name desc limit 1`.execute(
    db,
  );
  const [newest] = rows;
  if (!newest) throw new Error('the database has no migration');
  return newest;
}

async function replicaOf({ reader }: Deps): Promise<SystemStatus['replica']> {
  const isServing = await reader.isServing();
  if (isServing === null) return null;
  return isServing ? 'serving' : 'away';
}

/** The state of the deployment, for operators. */
export async function statusOf(deps: Deps): Promise<SystemStatus> {
  const { db, config } = deps;
  return {
    version: appVersion,
    mode: config.sandbox ? 'sandbox' : 'production',
    country: config.country.name,
    servers: await serversIn(db),
    providers: await providersOf(deps),
    queues: await queuesOf(db),
    storage: await storageOf(deps),
    replica: await replicaOf(deps),
    migrations: await migrationsIn(db),
    keys: await keysOf(deps),
  };
}
