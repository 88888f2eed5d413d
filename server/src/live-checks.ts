import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderStore } from '@kerb/server/gateways/file-store/folder-store.ts';
import { probeStore } from '@kerb/server/gateways/file-store/probe-store.ts';
import { s3Store } from '@kerb/server/gateways/file-store/s3-store.ts';
import { filesFolder } from '@kerb/server/gateways/gateways.ts';
import { smtpMail } from '@kerb/server/gateways/mail/smtp-mail.ts';
import { openDatabase } from '@kerb/server/open-database.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { type Config, ConfigError } from '@kerb/server/platform/config.ts';
import { type DatabaseFacts, databaseFacts } from '@kerb/server/platform/database/assert-usable.ts';
import type { OpenDatabase } from '@kerb/server/platform/database/database.ts';
import { needsMigration } from '@kerb/server/platform/database/migrate.ts';
import { belongingOf, claimOf, refusalOf } from '@kerb/server/platform/deployment.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { DeliveryFailure } from '@kerb/server/platform/ports/delivery-failure.ts';
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

async function checkOpen(config: Config, database: OpenDatabase): Promise<Checked> {
  const facts = await databaseFacts(database);
  const isPending = await needsMigration(database.db);
  const state = isPending
    ? row('Database state', 'warning', 'The next start applies migrations. Make a backup first.')
    : row('Database state', 'configured', 'The database has the form of this release.');
  if (isPending) return { facts, rows: [state] };
  return { facts, rows: [state, await checkBelonging(config, database), ...(await checkMarker(config, database))] };
}

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

async function checkMail({ mail }: Config): Promise<ReportRow[]> {
  if (mail === null) return [];
  try {
    await smtpMail(mail).check?.();
    return [row('Mail server', 'configured', 'It answers and accepts the login.')];
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error;
    return [row('Mail server', 'error', error.reason)];
  }
}

/** Stores, reads and removes an object. The log of a start has this row too. */
export async function checkBucket({ bucket }: Config): Promise<ReportRow[]> {
  if (!bucket) return [];
  const problem = await probeStore(s3Store(bucket));
  const works = row('Bucket', 'configured', 'An object can be stored, read and removed.');
  return [problem === null ? works : row('Bucket', 'error', problem)];
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
  const outside = [...(await checkMail(config)), ...(await checkBucket(config))];
  return [...report, ...database.rows, ...outside, checkFolder(config)];
}
