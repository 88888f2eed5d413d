import { join } from 'node:path';
import { type Config, ConfigError } from '@kerb/server/platform/config.ts';
import { assertLimits, assertUsable } from '@kerb/server/platform/database/assert-usable.ts';
import {
  type Database,
  type OpenDatabase,
  openEmbedded,
  openPostgres,
} from '@kerb/server/platform/database/database.ts';
import { migrate, needsMigration } from '@kerb/server/platform/database/migrate.ts';
import { withReplica } from '@kerb/server/platform/database/replica.ts';
import {
  assertMember,
  enterRunRole,
  type Login,
  loginOf,
  ownerRefusal,
  runRole,
} from '@kerb/server/platform/database/run-role.ts';
import { type Claim, claimDeployment, claimOf, refuseForeign } from '@kerb/server/platform/deployment.ts';
import { installQueue } from '@kerb/server/platform/jobs/pg-boss-jobs.ts';
import type { Log } from '@kerb/server/platform/log/log.ts';
import { sealOldEntries } from '@kerb/server/platform/privacy/seal-old-entries.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';

/** Migrating needs one connection for a lock and one for the work. */
const ownerPoolSize = 2;

const isTraced = ({ telemetry }: Config) => telemetry?.traces === true;

const embeddedIn = (config: Config, log: Log) =>
  openEmbedded(join(config.dataDir, 'database'), log, { isTraced: isTraced(config) });

const poolerOf = ({ databasePooler }: Config) => ({ isPooled: databasePooler === 'transaction' });

/** The database as it is, with the rights of its login. It may need migrations. */
export async function openDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  const database = config.databaseUrl
    ? openPostgres(config.databaseUrl, config.databasePoolSize, log, poolerOf(config))
    : await embeddedIn(config, log);
  await assertUsable(database);
  return database;
}

type Starting = { claim: Claim; secrets: Secrets; config: Config };

/** Upgrades the tables of a database that belongs to this deployment, or to none yet. */
async function prepare(owner: OpenDatabase, { claim, secrets }: Starting, log: Log): Promise<void> {
  await refuseForeign(owner.db, claim);
  await migrate(owner);
  await installQueue(owner, log);
  await claimDeployment(owner.db, claim);
  await sealOldEntries(owner, secrets);
}

async function prepareAt(url: string, starting: Starting, log: Log): Promise<void> {
  const owner = openPostgres(url, ownerPoolSize, log, poolerOf(starting.config));
  try {
    await assertUsable(owner, starting.config.databaseOwnerUrl === null ? 'DATABASE_URL' : 'DATABASE_OWNER_URL');
    await prepare(owner, starting, log);
  } finally {
    await owner.close();
  }
}

/** Stops a start that would need the owner's rights and does not have them. */
export async function assertPrepared(db: Database): Promise<void> {
  if (!(await needsMigration(db))) return;
  throw new ConfigError(
    'The database has to be upgraded by its owner: run `node server/src/migrate.ts` with DATABASE_OWNER_URL, or set it ' +
      'for the start.',
  );
}

async function readLogin(url: string, config: Config, log: Log): Promise<Login> {
  const database = openPostgres(url, 1, log, poolerOf(config));
  try {
    await assertUsable(database);
    return await loginOf(database.db);
  } finally {
    await database.close();
  }
}

/** Upgrades the tables with the rights of their owner, and leaves. */
export async function upgradeDatabase(config: Config, secrets: Secrets, log: Log): Promise<void> {
  const starting = { claim: claimOf(config, secrets), secrets, config };
  const url = config.databaseOwnerUrl ?? config.databaseUrl;
  if (url) return prepareAt(url, starting, log);
  const embedded = await embeddedIn(config, log);
  await prepare(embedded, starting, log).finally(embedded.close);
}

type Connecting = { role: string | null; isPooled: boolean; log: Log };

/** A replica that is away does not keep the server from starting. */
function withCopy(
  database: OpenDatabase,
  { claim, config }: Starting,
  { role, isPooled, log }: Connecting,
): OpenDatabase {
  const { databaseReplicaUrl: url, databasePoolSize } = config;
  if (url === null) return database;
  const replica = openPostgres(url, databasePoolSize, log, {
    role,
    isPooled,
    isReplica: true,
    isTraced: isTraced(config),
  });
  return withReplica(database, replica, { log, assertOurs: () => refuseForeign(replica.db, claim) });
}

async function openOnServer(
  config: Config & { databaseUrl: string },
  starting: Starting,
  log: Log,
): Promise<OpenDatabase> {
  const { databaseUrl, databaseOwnerUrl, databasePoolSize, sandbox } = config;
  const { databaseProbeUrl: probeUrl, databaseListenUrl: listenUrl } = config;
  const { isPooled } = poolerOf(config);
  const { user, isOwner } = await readLogin(databaseUrl, config, log);
  // A pooler cannot keep a role that differs from the login.
  if (isOwner && (!sandbox || isPooled)) throw new ConfigError(ownerRefusal(user, isPooled));
  const ownerUrl = databaseOwnerUrl ?? (isOwner ? databaseUrl : null);
  if (ownerUrl) await prepareAt(ownerUrl, starting, log);
  const role = isOwner ? runRole : null;
  const database = openPostgres(databaseUrl, databasePoolSize, log, {
    role,
    isWatched: true,
    isPooled,
    probeUrl,
    listenUrl,
    isTraced: isTraced(config),
  });
  try {
    if (isPooled) await assertLimits(database);
    assertMember(await loginOf(database.db));
    if (!ownerUrl) {
      await assertPrepared(database.db);
      await claimDeployment(database.db, starting.claim);
    }
    return withCopy(database, starting, { role, isPooled, log });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The database with its tables up to date, and with no more rights than the application needs. */
export async function openPrepared(config: Config, secrets: Secrets, log: Log): Promise<OpenDatabase> {
  const starting = { claim: claimOf(config, secrets), secrets, config };
  const { databaseUrl } = config;
  if (databaseUrl) return openOnServer({ ...config, databaseUrl }, starting, log);
  const embedded = await embeddedIn(config, log);
  try {
    await prepare(embedded, starting, log);
    await enterRunRole(embedded);
    return embedded;
  } catch (error) {
    await embedded.close();
    throw error;
  }
}
