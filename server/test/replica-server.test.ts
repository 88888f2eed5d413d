import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examine } from '@kerb/server/live-checks.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { baseBackup, type Cluster, databaseOf, startCluster, startCopy, stopClusters } from './clusters.ts';
import { type Call, callOf } from './real-client.ts';
import {
  createAdmin,
  emptySandbox,
  freePorts,
  killServers,
  type RealServer,
  signInWithLink,
  startServer,
  stopServer,
} from './real-server.ts';
import { runOnServer } from './test-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-replica-'));
let standby: Cluster;
let env: Record<string, string>;
let server: RealServer;
let call: Call;
let token: string;

const asLogin = (url: string, name: string): string =>
  Object.assign(new URL(databaseOf({ url })), { username: name }).href;

async function rowsOf<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The roles of docs/operations.md. */
async function aCluster(): Promise<Cluster> {
  const cluster = await startCluster();
  for (const statement of [
    'create role kerb_owner login',
    'create role kerb_run nologin',
    'create role kerb_app login in role kerb_run',
    'create database kerb owner kerb_owner',
    'revoke connect on database kerb from public',
    'grant connect on database kerb to kerb_app',
  ]) {
    await runOnServer(cluster.url, statement);
  }
  return cluster;
}

const aStandby = (of: Cluster): Promise<Cluster> => startCopy(baseBackup(of, 'standby', ['-R']));

const isServing = async (metricsPort = env.METRICS_PORT): Promise<string | undefined> => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return /^kerb_replica_serving (\d)$/m.exec(text)?.[1];
};
const untilServing = (is: '0' | '1') =>
  vi.waitFor(async () => expect(await isServing()).toBe(is), { timeout: 20_000, interval: 100 });

/** The last statement of each of the application's sessions on the standby. */
const readOnStandby = async (): Promise<string[]> =>
  (await rowsOf<{ query: string }>(standby.url, `select query from pg_stat_activity where usename = 'kerb_app'`)).map(
    ({ query }) => query,
  );

let made = 0;
async function aNewName(): Promise<string> {
  const name = `Estate${made++}`;
  expect((await call('POST', '/v1/tenants', { name })).status).toBe(201);
  return name;
}
/** By a list, a search and an export. */
async function readEachWay(name: string): Promise<void> {
  const list = await call('GET', '/v1/tenants?perPage=50');
  const search = await call('GET', `/v1/tenants?textQuery=${name}`);
  const file = await call('GET', '/reports/organisations');
  expect([list.status, search.status, file.status]).toEqual([200, 200, 200]);
  for (const { body } of [list, search, file]) expect(JSON.stringify(body)).toContain(name);
}

describe('a server with a read replica', () => {
  beforeAll(async () => {
    const primary = await aCluster();
    const [port, metricsPort] = await freePorts(2);
    const sandbox = { ...emptySandbox, LOG_LEVEL: 'warn', DATA_DIR: join(folder, 'data') };
    const addresses = {
      DATABASE_URL: asLogin(primary.url, 'kerb_app'),
      DATABASE_OWNER_URL: asLogin(primary.url, 'kerb_owner'),
    };
    env = { ...sandbox, ...addresses, PORT: String(port), METRICS_PORT: String(metricsPort) };
    const link = createAdmin(env, 'replica@example.com');
    standby = await aStandby(primary);
    // A server in production does not know the owner's address.
    const { DATABASE_OWNER_URL: _, ...own } = env;
    env = { ...own, DATABASE_REPLICA_URL: asLogin(standby.url, 'kerb_app') };
    server = await startServer(env);
    token = await signInWithLink(server.url, link, 'a long password here');
    call = callOf(server.url, token);
  }, 180_000);
  afterAll(async () => {
    await killServers();
    await stopClusters();
    rmSync(folder, { recursive: true, force: true });
  });

  it('reads lists, searches and exports from it, with the login of the application', { timeout: 60_000 }, async () => {
    await untilServing('1');
    await readEachWay(await aNewName());
    // Each read asks for the position first, so the last statement of a session is a list only after a list.
    expect((await call('GET', '/v1/tenants?perPage=50')).status).toBe(200);
    const lastOfLists = expect.stringMatching(/from "tenant/);
    const lastOfExports = 'commit';
    expect(await readOnStandby()).toEqual(expect.arrayContaining([lastOfExports, lastOfLists]));
    expect((await call('GET', '/v1/system')).body).toMatchObject({ replica: 'serving' });
  });

  it('says so while it is behind, and reads nothing old', { timeout: 60_000 }, async () => {
    await runOnServer(standby.url, 'select pg_wal_replay_pause()');
    for (let n = 0; n < 3; n += 1) await readEachWay(await aNewName());
    expect(await isServing()).toBe('0');
    expect((await call('GET', '/v1/system')).body).toMatchObject({ replica: 'away' });
    await runOnServer(standby.url, 'select pg_wal_replay_resume()');
    await untilServing('1');
    await readEachWay(await aNewName());
  });

  it('does not read a replica of another database', { timeout: 120_000 }, async () => {
    const foreign = await aCluster();
    // Ahead of our primary, so that its position is no reason to pass it over.
    await rowsOf(foreign.url, 'create table filled (id bigint)');
    for (let n = 0; n < 12; n += 1) {
      await rowsOf(foreign.url, `insert into filled values (${n})`);
      await rowsOf(foreign.url, 'select pg_switch_wal()');
    }
    const [port, metricsPort] = (await freePorts(2)).map(String);
    const address = asLogin((await aStandby(foreign)).url, 'kerb_app');
    const other = await startServer({ ...env, PORT: port!, METRICS_PORT: metricsPort!, DATABASE_REPLICA_URL: address });
    const ours = call;
    call = callOf(other.url, token);
    await readEachWay(await aNewName());
    call = ours;
    expect(await isServing(metricsPort)).toBe('0');
    await stopServer(other, 'SIGTERM');
    expect(other.output()).toContain('DATABASE_REPLICA_URL is not a replica of the database of DATABASE_URL.');
    expect(other.output()).not.toContain('a read of the replica failed');
    const doctorSays = async (replicaUrl: string) =>
      (await examine(readConfig({ ...env, DATABASE_REPLICA_URL: replicaUrl }))).find(
        ({ area }) => area === 'Read replica',
      );
    expect(await doctorSays(address)).toMatchObject({
      state: 'error',
      meaning: expect.stringMatching(/^DATABASE_REPLICA/),
    });
    expect(await doctorSays(env.DATABASE_REPLICA_URL ?? '')).toMatchObject({ state: 'configured' });
    expect(await doctorSays(env.DATABASE_URL ?? '')).toMatchObject({
      state: 'error',
      meaning: 'DATABASE_REPLICA_URL leads to no standby: it is not read.',
    });
  });
});
