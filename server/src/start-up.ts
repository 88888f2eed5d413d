import { inspect } from 'node:util';
import { gatewaysFrom, watchedBy } from '@kerb/server/gateways/gateways.ts';
import { openPrepared } from '@kerb/server/open-database.ts';
import { clockOf } from '@kerb/server/platform/clock.ts';
import { type Config, ConfigError } from '@kerb/server/platform/config.ts';
import type { OpenDatabase } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { JobQueue } from '@kerb/server/platform/jobs/job-queue.ts';
import { pgBossJobs } from '@kerb/server/platform/jobs/pg-boss-jobs.ts';
import { changeFeed } from '@kerb/server/platform/live/change-feed.ts';
import { describeError, type ErrorDescription } from '@kerb/server/platform/log/describe-error.ts';
import { type Log, logger } from '@kerb/server/platform/log/log.ts';
import { newMetrics } from '@kerb/server/platform/metrics/metrics.ts';
import { providerNotes } from '@kerb/server/platform/providers/provider-notes.ts';
import { rateBook } from '@kerb/server/platform/rates/rate-book.ts';
import { masterKeysOf, secretsFrom } from '@kerb/server/platform/secrets.ts';
import { appVersion, serverName } from '@kerb/server/platform/server-name.ts';
import { logRecords } from '@kerb/server/platform/tracing/log-records.ts';
import { rightsEffects } from '@kerb/server/rights-effects.ts';
import { agreementEffects, statusEffects } from '@kerb/server/status-effects.ts';
import { destination, multistream } from 'pino';

/** Before the database is opened, so that its first statements are traced. Without a collector, nothing is loaded. */
async function openLog(config: Config): Promise<{ log: Log; stopTelemetry: () => Promise<void> }> {
  const settings = { ...config, server: serverName(config) };
  if (!config.telemetry) return { log: logger(settings), stopTelemetry: async () => {} };
  const { openTelemetry } = await import('@kerb/server/platform/tracing/open-telemetry.ts');
  const log = logger(settings, multistream([{ stream: destination(1) }, { stream: logRecords }]));
  return { log, stopTelemetry: openTelemetry(config.telemetry, appVersion, log) };
}

type OpenDeps = { deps: Deps; database: OpenDatabase; jobs: JobQueue; close: () => Promise<void> };

/** The real external dependencies, with the schema up to date. */
export async function openDeps(config: Config): Promise<OpenDeps> {
  const { log, stopTelemetry } = await openLog(config);
  const secrets = secretsFrom(masterKeysOf(config), config.personalDataKeys);
  const database = await openPrepared(config, secrets, log);
  const jobs = pgBossJobs(database, log);
  const clock = clockOf();
  const rates = rateBook(config.country, clock, database.db);
  await rates.refresh();
  const providers = providerNotes(database.db, log);
  const changes = changeFeed(database, log);
  const deps: Deps = {
    config,
    country: rates.country,
    rates,
    log,
    db: database.db,
    exports: database.exports,
    reader: database.reader,
    pulse: database.pulse,
    changes,
    announce: changes.announce,
    announcePerson: changes.announcePerson,
    metrics: newMetrics(),
    load: null,
    clock,
    secrets,
    jobs,
    statusEffects,
    agreementEffects,
    rightsEffects,
    providers,
    ...watchedBy(providers, gatewaysFrom(config, database.db, log, secrets)),
  };
  const stopFollowing = rates.follow(log);
  const close = async () => {
    stopFollowing();
    await changes.stop();
    await database.close();
    await stopTelemetry();
  };
  return { deps, database, jobs, close };
}

function textOf({ name, message, stack, cause }: ErrorDescription): string {
  return [`${name}: ${message}`, stack, ...(cause ? [`Caused by ${textOf(cause)}`] : [])].filter(Boolean).join('\n');
}

/** The embedded engine throws objects that are no errors. These are its numbers. */
const engineCodes: Record<number, string> = { 2: 'EACCES', 44: 'ENOENT', 51: 'ENOSPC', 63: 'EPERM', 69: 'EROFS' };

function codeOf({ code, errno }: NodeJS.ErrnoException): string {
  return code ?? engineCodes[errno ?? 0] ?? '';
}

/** An error that an administrator can correct is one sentence. Any other error keeps its stack. */
export function explain(error: NodeJS.ErrnoException): string {
  const { PORT = '3000', DATA_DIR } = process.env;
  if (error instanceof ConfigError) return error.message;
  const code = codeOf(error);
  if (code === 'EADDRINUSE') return `Port ${PORT} is taken: stop what uses it, or set PORT.`;
  if (code === 'ENOSPC') return 'The disk is full: free some space and start again.';
  if (['EACCES', 'EROFS', 'EPERM', 'ENOTDIR'].includes(code)) {
    return `Cannot write to ${DATA_DIR ?? 'the data folder'}: make it writable, or set DATA_DIR.`;
  }
  if (!(error instanceof Error)) return inspect(error, { depth: 4 });
  return textOf(describeError(error, { inFull: process.env.NODE_ENV !== 'production' }));
}

export function stopWith(error: Error): never {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
