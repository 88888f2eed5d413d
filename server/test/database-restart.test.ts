import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Cluster, createDatabase, startCluster, stopClusters } from './clusters.ts';
import { faults } from './faults.ts';
import { type Answer, type Call, callOf, countsByStatus } from './real-client.ts';
import {
  createAdmin,
  emptySandbox,
  killServers,
  type RealServer,
  signInWithLink,
  startServers,
} from './real-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-restart-'));
let cluster: Cluster;
let databaseUrl: string;
let servers: RealServer[];
let calls: Call[];

let made = 0;

/** Writers of every server that create organisations, each with a name of its own. */
function startWriters() {
  const answers: Answer[] = [];
  const acknowledged: string[] = [];
  let isOver = false;
  const write = async (call: Call) => {
    while (!isOver) {
      const name = `Estate ${made++}`;
      const answer = await call('POST', '/v1/tenants', { name });
      answers.push(answer);
      if (answer.status === 201) acknowledged.push(name);
      else await pause(20);
    }
  };
  const all = calls.flatMap((call) => [write(call), write(call)]);
  const stop = async () => {
    isOver = true;
    await Promise.all(all);
  };
  return { answers, acknowledged, stop };
}

async function storedNames(): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select name from tenants');
  await client.end();
  return rows.map(({ name }) => name);
}

const untilReady = () =>
  vi.waitFor(
    async () => {
      for (const { url } of servers) expect((await fetch(`${url}/ready`)).status).toBe(200);
    },
    { timeout: 30_000, interval: 20 },
  );

/** Each server reads, and says that it is ready. Writers show that it writes. */
const untilAllServe = () =>
  Promise.all(
    servers.map(({ url }, at) =>
      vi.waitFor(
        async () => {
          const list = await calls[at]!('GET', '/v1/agreements?perPage=5');
          const ready = await fetch(`${url}/ready`);
          expect([list.status, ready.status]).toEqual([200, 200]);
        },
        { timeout: 30_000, interval: 20 },
      ),
    ),
  );

// biome-ignore format: a table
const endings: [string, () => Promise<void>][] = [
  ['is restarted',         async () => {}],
  ['is killed by SIGKILL', async () => cluster.kill('SIGKILL')],
];

describe('servers whose PostgreSQL', () => {
  beforeAll(async () => {
    cluster = await startCluster();
    databaseUrl = await createDatabase(cluster);
    const env = { ...emptySandbox, LOG_LEVEL: 'fatal', DATA_DIR: join(folder, 'data'), DATABASE_URL: databaseUrl };
    const link = createAdmin(env, 'restart@example.com');
    servers = await startServers(env, faults.serverCount);
    // They are ready, and their jobs are not started yet.
    await cluster.restart();
    await untilReady();
    const token = await signInWithLink(servers[0]!.url, link, 'a long password here');
    calls = servers.map(({ url }) => callOf(url, token));
  }, 180_000);
  afterAll(async () => {
    await killServers();
    await stopClusters();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is restarted while they start their jobs go on with it', async () => {
    const areStarted = () => {
      for (const { output } of servers) expect(output()).toContain(' is at http');
    };
    await vi.waitFor(areStarted, { timeout: 30_000, interval: 50 });
    for (const { process } of servers) expect(process.exitCode).toBeNull();
  }, 60_000);

  it.each(endings)(
    '%s under writes work again within two seconds, and lose nothing',
    async (what, end) => {
      for (let round = 0; round < faults.rounds; round += 1) {
        const { answers, acknowledged, stop } = startWriters();
        await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(20), 20_000);
        await end();
        await cluster.restart();
        const since = performance.now();
        await untilAllServe().catch((error) => {
          throw new Error(`not back: ${servers.map(({ output }) => output()).join()}`, { cause: error });
        });
        const ms = faults.measured(`served again after PostgreSQL ${what}`, performance.now() - since);
        expect(ms).toBeLessThan(faults.backWithinMs);
        await stop();
        expect(Object.keys(countsByStatus(answers))).toEqual(['201', '503']);
        for (const { status, type, retryAfter } of answers) {
          if (status === 503) expect([type, retryAfter]).toEqual(['application/problem+json; charset=utf-8', '2']);
        }
        const stored = await storedNames();
        expect(acknowledged.filter((name) => stored.filter((other) => other === name).length !== 1)).toEqual([]);
      }
      for (const { process } of servers) expect(process.exitCode).toBeNull();
    },
    120_000,
  );
});
