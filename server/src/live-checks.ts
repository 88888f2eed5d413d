import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderStore } from '@kerb/server/gateways/file-store/folder-store.ts';
import { s3Store } from '@kerb/server/gateways/file-store/s3-store.ts';
import { filesFolder } from '@kerb/server/gateways/gateways.ts';
import { checkProviders } from '@kerb/server/live-providers.ts';
import { assertPrepared, openDatabase } from '@kerb/server/open-database.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { type Config, ConfigError } from '@kerb/server/platform/config.ts';
import {
  assertLimits,
  assertUsable,
  type DatabaseFacts,
  databaseFacts,
} from '@kerb/server/platform/database/assert-usable.ts';
import { type OpenDatabase, openPostgres } from '@kerb/server/platform/database/database.ts';
import { needsMigration } from '@kerb/server/platform/database/migrate.ts';
import { assertCopy } from '@kerb/server/platform/database/replica.ts';
import { assertMember, loginOf } from '@kerb/server/platform/database/run-role.ts';
import { belongingOf, claimOf, refusalOf } from '@kerb/server/platform/deployment.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { StoreFailure } from '@kerb/server/platform/ports/file-store.ts';
import { type ReportRow, reportOf } from '@kerb/server/platform/report.ts';
import { hasMasterKey, masterKeysOf, secretsFrom } from '@kerb/server/platform/secrets.ts';
import { refusalByFolder, refusalByStore } from '@kerb/server/platform/store-marker.ts';

/** The checks of `npm run doctor` that call something outside. None of them leaves a change behind. */

type Checked = { rows: ReportRow[]; facts: DatabaseFacts | null };

const row = (area: string, state: ReportRow['state'], meaning: string): ReportRow => ({ area, state, meaning });

async function checkBelonging(config: Config, { db }: OpenDatabase): Promise<ReportRow> {
  const area = 'Belongs to';
  const found = await belongingOf(db);
  if (!hasMasterKey(config)) {
    return found.row === null
      ? row(area, 'configured', 'No deployment yet: the first start claims it.')
      : row(area, 'error', 'The file sandbox-key in DATA_DIR is missing: put it back.');
  }
  const refusal = refusalOf(claimOf(config, secretsFrom(masterKeysOf(config))), found);
  if (refusal !== null) return row(area, 'error', refusal);
  if (found.row === null) return row(area, 'configured', 'No deployment yet: the first start claims it.');
  return row(area, 'configured', `A ${found.row.mode} deployment for ${found.row.country}, as configured.`);
}

/** Whether the store has the files of this database. If it does not answer, `checkBucket` or `checkFolder` says so. */
async function checkMarker(config: Config, { db }: OpenDatabase): Promise<ReportRow[]> {
  if (!hasMasterKey(config)) return [];
  const claim = claimOf(config, secretsFrom(masterKeysOf(config)));
  const area = config.bucket ? 'Files of the bucket' : 'Files of the folder';
  try {
    const refusal = config.bucket
      ? await refusalByStore(s3Store(config.bucket), db, claim)
      : await refusalByFolder(folderStore(filesFolder(config)), db, claim);
    return [refusal === null ? row(area, 'configured', 'They are of this database.') : row(area, 'error', refusal)];
  } catch (error) {
    if (error instanceof StoreFailure) return [];
    throw error;
  }
}

/** Each question throws the sentence with which a start would stop. */
async function refusedBy(area: string, ask: () => Promise<void>): Promise<ReportRow[]> {
  try {
    await ask();
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [row(area, 'error', error.message)];
  }
}

/** The questions of a start about the login, which only a server of PostgreSQL has. */
async function checkLogin(config: Config, database: OpenDatabase): Promise<ReportRow[]> {
  if (config.databaseUrl === null) return [];
  const login = await loginOf(database.db);
  return [
    ...(login.isOwner ? [] : await refusedBy('Database login', async () => assertMember(login))),
    ...(config.databasePooler === 'transaction' ? await refusedBy('Pooler', () => assertLimits(database)) : []),
  ];
}

/** Whether the database has the form of this release. Refuses a form that the next start cannot change. */
async function checkForm(config: Config, { db }: OpenDatabase, { isOwner }: DatabaseFacts): Promise<ReportRow> {
  const area = 'Database state';
  const mayMigrate = config.databaseUrl === null || config.databaseOwnerUrl !== null || isOwner;
  const [refusal] = mayMigrate ? [] : await refusedBy(area, () => assertPrepared(db));
  if (refusal) return refusal;
  return (await needsMigration(db))
    ? row(area, 'warning', 'The next start applies migrations. Make a backup first.')
    : row(area, 'configured', 'The database has the form of this release.');
}

async function checkOpen(config: Config, database: OpenDatabase): Promise<Checked> {
  const facts = await databaseFacts(database);
  const refused = await checkLogin(config, database);
  // A login without rights cannot read the tables.
  if (refused.length > 0) return { facts, rows: refused };
  const state = await checkForm(config, database, facts);
  const rows = [state, ...(await checkReplica(config, database))];
  if (state.state !== 'configured') return { facts, rows };
  return { facts, rows: [...rows, await checkBelonging(config, database), ...(await checkMarker(config, database))] };
}

async function withPostgres<T>(url: string, config: Config, ask: (opened: OpenDatabase) => Promise<T>): Promise<T> {
  const opened = openPostgres(url, 1, silentLog, { isPooled: config.databasePooler === 'transaction' });
  return ask(opened).finally(opened.close);
}

/** A server starts without its replica, and never reads one of another database. */
async function checkReplica(config: Config, database: OpenDatabase): Promise<ReportRow[]> {
  const { databaseReplicaUrl: url } = config;
  if (url === null) return [];
  const area = 'Read replica';
  try {
    const refusal = await withPostgres(url, config, async (replica) => {
      const [refused] = await refusedBy(area, () => assertCopy(database, replica));
      if (refused) return refused;
      const { rows } = await replica.pool.query<{ is: boolean }>('select pg_is_in_recovery() as is');
      return rows[0]?.is ? null : row(area, 'error', 'DATABASE_REPLICA_URL leads to no standby: it is not read.');
    });
    return [refusal ?? row(area, 'configured', 'It is a replica of this database.')];
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    return [row(area, 'error', `It does not answer (${code ?? message}): the primary answers its reads.`)];
  }
}

async function checkOwner(config: Config): Promise<ReportRow[]> {
  const { databaseOwnerUrl: url } = config;
  if (url === null) return [];
  const area = 'Database owner';
  const asked = await refusedBy(area, () =>
    withPostgres(url, config, async (owner) => {
      await assertUsable(owner, 'DATABASE_OWNER_URL');
      const { user, isOwner } = await loginOf(owner.db);
      if (!isOwner) throw new ConfigError(`DATABASE_OWNER_URL connects as ${user}, who does not own the tables.`);
    }),
  );
  return asked.length > 0 ? asked : [row(area, 'configured', 'It owns the tables, and migrates.')];
}

/** `meaning`: what it means that the address does not answer. */
async function checkAddress(area: string, url: string | null, config: Config, meaning: string): Promise<ReportRow[]> {
  if (url === null) return [];
  try {
    await withPostgres(url, config, ({ pool }) => pool.query('select 1'));
    return [row(area, 'configured', 'It answers.')];
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    return [row(area, 'error', `It does not answer (${code ?? message}): ${meaning}`)];
  }
}

const checkProbe = (config: Config) =>
  checkAddress('Database probe', config.databaseProbeUrl, config, 'no server is ready. Check DATABASE_PROBE_URL.');

const checkListening = (config: Config) =>
  checkAddress(
    'Notifications',
    config.databaseListenUrl,
    config,
    'servers read changes once a second. Check DATABASE_LISTEN_URL.',
  );

async function checkDatabase(config: Config): Promise<Checked> {
  const isNew = config.databaseUrl === null && !existsSync(join(config.dataDir, 'database', 'postgres'));
  if (isNew)
    return { facts: null, rows: [row('Database state', 'configured', 'No database yet: the first start creates it.')] };
  try {
    const database = await openDatabase(config, silentLog);
    return await checkOpen(config, database).finally(database.close);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { facts: null, rows: [row('Database state', 'error', error.message)] };
  }
}

const nearestExisting = (folder: string): string => (existsSync(folder) ? folder : nearestExisting(dirname(folder)));

function checkFolder({ dataDir }: Config): ReportRow {
  try {
    accessSync(nearestExisting(dataDir), constants.W_OK);
    return row('Data folder', 'configured', `${dataDir} can be written.`);
  } catch {
    // The row is the report of this error.
    return row('Data folder', 'error', `${dataDir} cannot be written: make it writable, or set DATA_DIR.`);
  }
}

/** The report on the configuration, followed by the live checks. */
export async function examine(config: Config): Promise<ReportRow[]> {
  const database = await checkDatabase(config);
  const report = reportOf(config, { database: database.facts, today: realNow().slice(0, 10) });
  const others = [...(await checkOwner(config)), ...(await checkProbe(config)), ...(await checkListening(config))];
  return [...report, ...database.rows, ...others, ...(await checkProviders(config)), checkFolder(config)];
}
