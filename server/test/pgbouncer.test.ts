import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { examine } from '@kerb/server/live-checks.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import { assertLimits, assertUsable } from '@kerb/server/platform/database/assert-usable.ts';
import { type OpenDatabase, openPostgres } from '@kerb/server/platform/database/database.ts';
import { keepingPlan } from '@kerb/server/platform/database/kept-plans.ts';
import { lockNumbers, takeTurn } from '@kerb/server/platform/database/locks.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { pgBossJobs } from '@kerb/server/platform/jobs/pg-boss-jobs.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { newMetrics } from '@kerb/server/platform/metrics/metrics.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStream } from './event-reader.ts';
import { faults } from './faults.ts';
import { aLogin, dropLogins } from './logins.ts';
import { type Pgbouncer, startPgbouncer } from './pgbouncer.ts';
import { type Answer, type Call, type Campaign, callOf, countsByStatus, createCampaigns } from './real-client.ts';
import {
  createAdmin,
  freePorts,
  killServers,
  ownEnvironment,
  type RealServer,
  signInWithLink,
  startServer,
} from './real-server.ts';
import { runOnServer } from './test-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-pgbouncer-test-'));
/** Fewer sessions than connections of the servers, so that sessions change hands. */
const poolSize = 4;
const requests = faults.isLong ? 3_000 : 240;

let directUrl: string;
let appUrl: string;
let pooledUrl: string;
let bouncer: Pgbouncer;
let env: Record<string, string>;
let servers: RealServer[];
let calls: Call[];
let token: string;
let campaigns: Campaign[];
const opened: OpenDatabase[] = [];

function openPooled(url = pooledUrl): OpenDatabase {
  const database = openPostgres(url, 4, silentLog, { isPooled: true });
  opened.push(database);
  return database;
}

async function oneRow<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows[0]!;
  } finally {
    await client.end();
  }
}

/** How long it takes until every server answers again. */
async function msUntilServed(): Promise<number> {
  const since = performance.now();
  for (const call of calls) {
    await vi.waitFor(async () => expect((await call('GET', '/v1/agreements?perPage=5')).status).toBe(200), 20_000);
  }
  return performance.now() - since;
}

const settingsText = `select current_setting('TimeZone') as zone, current_setting('lock_timeout') as lock,
  current_setting('statement_timeout') as statement, current_setting('jit') as jit`;
type Settings = { zone: string; lock: string; statement: string; jit: string };

describe('servers behind PgBouncer that gives each transaction another session', () => {
  beforeAll(async () => {
    env = await ownEnvironment(join(folder, 'data'));
    directUrl = env.DATABASE_URL!;
    const name = new URL(directUrl).pathname.slice(1);
    await runOnServer(directUrl, `alter database ${name} set timezone = 'Australia/Sydney'`);
    const app = await aLogin(directUrl, 'in role kerb_run');
    appUrl = app.url;
    bouncer = await startPgbouncer(directUrl, [directUrl, appUrl], poolSize);
    pooledUrl = bouncer.through(appUrl);
    Object.assign(env, {
      DATABASE_URL: pooledUrl,
      DATABASE_OWNER_URL: bouncer.through(directUrl),
      DATABASE_PROBE_URL: bouncer.through(appUrl, 'kerb_probe'),
      DATABASE_POOLER: 'transaction',
    });
    await expect(assertLimits(openPooled())).rejects.toThrow(
      `run \`alter role ${app.name} in database ${name} set statement_timeout = '30s'\``,
    );
    const report = await examine(readConfig(env));
    expect(report.find(({ area }) => area === 'Pooler')?.meaning).toContain('needs a time limit of the role');
    await runOnServer(directUrl, `alter role ${app.name} in database ${name} set statement_timeout = '30s'`);
    await bouncer.command('reconnect');
    const ports = await freePorts(faults.serverCount);
    // All at once: they take turns by locks, to upgrade the tables and to install the job queue.
    servers = await Promise.all(ports.map((port) => startServer({ ...env, PORT: String(port) })));
    token = await signInWithLink(servers[0]!.url, createAdmin(env, 'pooled@example.com'), 'a long password here');
    calls = servers.map(({ url }) => callOf(url, token));
    campaigns = await createCampaigns(calls[0]!, 6);
  }, 120_000);
  afterAll(async () => {
    for (const { close } of opened) await close();
    await killServers();
    await bouncer?.stop();
    // The rights of the logins end with the database.
    const name = new URL(directUrl).pathname.slice(1);
    await runOnServer(process.env.TEST_DATABASE_URL ?? '', `drop database ${name} with (force)`);
    await dropLogins();
    rmSync(folder, { recursive: true, force: true });
  });

  it('must be told so, in one sentence', async () => {
    const unaware = openPostgres(pooledUrl, 1, silentLog);
    await expect(assertUsable(unaware)).rejects.toThrow(
      'DATABASE_URL leads to a pooler: set DATABASE_POOLER=transaction.',
    );
    await unaware.close();
  });

  it('read and write the same times, whatever time zone the database has', async () => {
    for (const call of calls) {
      const { body } = await call('GET', `/v1/agreements/${campaigns[0]!.id}`);
      const { createdDate } = body as Campaign;
      expect(createdDate).toBe(campaigns[0]!.createdDate);
      expect(Math.abs(Date.now() - Date.parse(createdDate))).toBeLessThan(300_000);
    }
    const { at } = await oneRow<{ at: string }>(
      directUrl,
      `select to_char(created_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
       from agreements where id = ${campaigns[0]!.id}`,
    );
    expect(at).toBe(campaigns[0]!.createdDate);
  });

  it('refuse to read a time of a session that is not in UTC', async () => {
    await expect(oneRow(bouncer.through(directUrl), 'select now() as at')).rejects.toThrow(
      'A session of the database is not in UTC.',
    );
  });

  it('answer all requests of a mixed load', { timeout: 120_000 }, async () => {
    const answers: Answer[] = [];
    const people = Array.from({ length: 12 }, async (_, person) => {
      for (let n = person; n < requests; n += 12) {
        const call = calls[n % calls.length]!;
        const id = campaigns[person % 6]!.id;
        if (n % 4 === 0) answers.push(await call('PUT', `/v1/agreements/${id}`, { campaignNotes: `note ${n}` }));
        else if (n % 4 === 1) answers.push(await call('GET', `/v1/agreements/${id}`));
        else answers.push(await call('GET', '/v1/agreements?perPage=5'));
      }
    });
    await Promise.all(people);
    expect(countsByStatus(answers)).toEqual({ 200: requests });
    for (const { url } of servers) expect((await fetch(`${url}/ready`)).status).toBe(200);
  });

  it('show a change of another server within two seconds, although nobody can notify them', async () => {
    const { id } = campaigns[0]!;
    const events = `${servers[1]!.url}/v1/agreements/${id}/events`;
    const stream = await openStream(events, { authorization: `Bearer ${token}` });
    expect((await calls[0]!('PUT', `/v1/agreements/${id}`, { campaignNotes: 'seen elsewhere' })).status).toBe(200);
    await stream.hears('changed', faults.isLong ? 2_000 : 10_000);
    await stream.close();
  });

  it('leave no setting, role or lock behind in a session', async () => {
    const { db } = openPooled();
    const limits = () => sql<Settings>`${sql.raw(settingsText)}`;
    for (let n = 0; n < poolSize * 3; n += 1) {
      const within = await db.transaction().execute(async (tx) => (await limits().execute(tx)).rows[0]);
      expect(within).toEqual({ zone: 'UTC', lock: '3s', statement: '30s', jit: 'off' });
      const alone = (await limits().execute(db)).rows[0];
      expect(alone).toMatchObject({ zone: 'UTC', statement: '30s' });
      // A client of its own, with the same pool.
      const foreign = await oneRow<Settings>(pooledUrl, settingsText);
      expect(foreign).toEqual({ zone: 'Australia/Sydney', lock: '0', statement: '30s', jit: 'on' });
    }
    const held = await oneRow<{ count: number }>(
      directUrl,
      `select count(*) from pg_locks l join pg_database d on d.oid = l.database
       where l.locktype = 'advisory' and d.datname = current_database()
         and l.objid in (${Object.values(lockNumbers).join(', ')})`,
    );
    expect(held.count).toBe(0);
  });

  it('keep the plan of no statement in a session', async () => {
    const { db } = openPooled();
    for (let n = 0; n < poolSize * 3; n += 1) {
      await keepingPlan(sql`select ${n}::integer`).execute(db);
      const { rows } = await sql`select name from pg_prepared_statements`.execute(db);
      expect(rows).toEqual([]);
    }
  });

  it('have their own limits, whatever another client has set in the session before', async () => {
    const careless = new pg.Client({ connectionString: pooledUrl });
    await careless.connect();
    await careless.query(`set time zone 'Asia/Tokyo'`);
    await careless.query(`set lock_timeout = '1h'`);
    const { db } = openPooled();
    for (let n = 0; n < poolSize * 2; n += 1) {
      const { rows } = await db.transaction().execute((tx) => sql<Settings>`${sql.raw(settingsText)}`.execute(tx));
      expect(rows[0]).toMatchObject({ zone: 'UTC', lock: '3s' });
    }
    await careless.end();
    await bouncer.command('reconnect');
  });

  it('take turns by locks that end with their transaction', async () => {
    const [first, second] = [openPooled(), openPooled()];
    const held = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const order: string[] = [];
    const holding = first.db.transaction().execute(async (tx) => {
      await takeTurn(tx, 'batches');
      isHeld.resolve();
      await held.promise;
      order.push('first');
    });
    await isHeld.promise;
    const waiting = second.db.transaction().execute(async (tx) => {
      await takeTurn(tx, 'batches');
      order.push('second');
    });
    await pause(200);
    held.resolve();
    await Promise.all([holding, waiting]);
    expect(order).toEqual(['first', 'second']);
  });

  it('run a job once, and every server has its schedule', async () => {
    const run = vi.fn(async () => {});
    const job = { name: 'pooled-job', every: '0 0 1 1 *', run };
    const deps = { config: { logLevel: 'silent' }, metrics: newMetrics() } as Deps;
    const queues = [pgBossJobs(openPooled(), silentLog), pgBossJobs(openPooled(), silentLog)];
    for (const queue of queues) await queue.start(deps, [job]);
    queues[0]!.nudge('pooled-job');
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), 15_000);
    for (const queue of queues) await queue.stop();
    expect(run).toHaveBeenCalledTimes(1);
    const { count } = await oneRow<{ count: number }>(directUrl, 'select count(*) from jobs.schedule');
    expect(count).toBeGreaterThan(5);
  });

  it('export through one session, and cancel that one only', async () => {
    const { exports } = openPooled();
    const client = await exports.pool.connect();
    await client.query('begin transaction isolation level repeatable read read only');
    const { rows } = await client.query<{ backend: number; statement: string; jit: string }>(
      `select pg_backend_pid() as backend, current_setting('statement_timeout') as statement,
        current_setting('jit') as jit`,
    );
    expect(rows[0]).toMatchObject({ statement: '1min', jit: 'off' });
    const slow = client.query('select pg_sleep(20)').catch((error: { code: string }) => error.code);
    await pause(200);
    await exports.cancel(rows[0]!.backend);
    expect(await slow).toBe('57014');
    client.release(true);
    const { status, body } = await calls[1]!('GET', '/reports/invoices');
    expect([status, typeof body]).toEqual([200, 'string']);
  });

  it('are back soon after PostgreSQL refused PgBouncer', { timeout: 60_000 }, async () => {
    const name = new URL(directUrl).pathname.slice(1);
    const elsewhere = process.env.TEST_DATABASE_URL ?? '';
    const letIn = (allowed: boolean) => runOnServer(elsewhere, `alter database ${name} allow_connections ${allowed}`);
    await letIn(false);
    await runOnServer(elsewhere, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    const refused = await Promise.all(calls.map((call) => call('GET', '/v1/agreements?perPage=5')));
    expect(countsByStatus(refused)).toEqual({ 503: calls.length });
    await letIn(true);
    // The refused requests waited five seconds. With the default of PgBouncer, ten more would follow.
    const limit = Math.min(faults.backWithinMs, 5_000);
    expect(faults.measured('back after PostgreSQL refused PgBouncer', await msUntilServed())).toBeLessThan(limit);
  });

  it('refuse with 503 while PgBouncer lets nobody in, and are back when it does', { timeout: 60_000 }, async () => {
    await bouncer.command('disable kerb');
    await bouncer.command('kill kerb');
    const refused = await Promise.all(calls.map((call) => call('GET', '/v1/agreements?perPage=5')));
    expect(countsByStatus(refused)).toEqual({ 503: calls.length });
    await bouncer.command('enable kerb');
    await bouncer.command('resume kerb');
    expect(faults.measured('back after PgBouncer', await msUntilServed())).toBeLessThan(faults.backWithinMs);
    for (const { process } of servers) expect(process.exitCode).toBeNull();
  });
});
