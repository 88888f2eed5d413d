import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { faults } from './faults.ts';
import {
  createAdmin,
  killServers,
  ownEnvironment,
  type RealServer,
  signInWithLink,
  startServer,
  stopServer,
} from './real-server.ts';
import { type Network, startNetwork } from './tcp-proxy.ts';

const { silentSeconds, lockedSeconds, backWithinMs, measured, isLong } = faults;

const folder = mkdtempSync(join(tmpdir(), 'kerb-faults-'));
let env: Record<string, string>;
let network: Network;
let server: RealServer;
/** Tokens of two people, one who writes and one who reads, because the requests of one person wait for each other. */
let tokens: { writer: string; reader: string };
let directUrl: string;
let campaigns: number[];

type Answer = { status: number; ms: number; type: string | null; retryAfter: string | null; body: unknown };

async function call(method: string, path: string, body?: unknown): Promise<Answer> {
  const token = method === 'GET' ? tokens.reader : tokens.writer;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const since = performance.now();
  const answer = await fetch(server.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  return {
    status: answer.status,
    body: await answer.json(),
    ms: performance.now() - since,
    type: answer.headers.get('content-type'),
    retryAfter: answer.headers.get('retry-after'),
  };
}

const readList = () => call('GET', '/v1/agreements?perPage=5');
const save = (id: number, campaignNotes: string) => call('PUT', `/v1/agreements/${id}`, { campaignNotes });

async function withDatabase<T>(run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: directUrl });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** Time until a list is served. */
async function msUntilServed(): Promise<number> {
  const since = performance.now();
  while ((await readList()).status !== 200) {
    if (performance.now() - since > 60_000) throw new Error('the server does not come back');
    await pause(20);
  }
  return performance.now() - since;
}

function expectRefusal({ status, type, retryAfter }: Answer): void {
  expect([status, type, retryAfter]).toEqual([503, 'application/problem+json; charset=utf-8', '2']);
}

describe('a server whose database fails', () => {
  beforeAll(async () => {
    env = await ownEnvironment(join(folder, 'data'));
    directUrl = env.DATABASE_URL ?? '';
    // Before the proxy is between: the command blocks this process, and with it the proxy.
    const links = ['writer', 'reader'].map((name) => createAdmin(env, `${name}@example.com`));
    const url = new URL(directUrl);
    network = await startNetwork(Number(url.port));
    url.port = String(network.port);
    env.DATABASE_URL = url.href;
    server = await startServer(env);
    const [writer = '', reader = ''] = await Promise.all(
      links.map((link) => signInWithLink(server.url, link, 'a long enough password')),
    );
    tokens = { writer, reader };
    const tenant = (await call('POST', '/v1/tenants', { name: 'Fault Estate' })).body as { id: number };
    campaigns = [];
    for (let n = 0; n < 6; n += 1) {
      const made = await call('POST', '/v1/agreements', {
        campaignBudget: 1000 + n,
        campaignPlannedStartDate: '2026-12-01',
        campaignBudgetFundsPurpose: 'marketing',
        tenant: { href: `/v1/tenants/${tenant.id}` },
        vendors: [{ firstName: 'Pat', surname: `No ${n}`, emailAddress: `pat${n}@example.com` }],
      });
      campaigns.push((made.body as { id: number }).id);
    }
  }, 90_000);
  afterAll(async () => {
    await killServers();
    await network?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('lives on when PostgreSQL ends its connections under writes, and refuses with 503 only', async () => {
    const answers: Answer[] = [];
    const acknowledged = new Map<number, string>();
    let isOver = false;
    const writers = campaigns.map(async (id) => {
      for (let n = 0; !isOver; n += 1) {
        const answer = await save(id, `note ${n}`);
        answers.push(answer);
        if (answer.status === 200) acknowledged.set(id, `note ${n}`);
        else await pause(10);
      }
    });
    for (let round = 0; round < 8; round += 1) {
      await pause(150);
      await withDatabase((client) =>
        client.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`),
      );
      expect(measured('back after lost connections', await msUntilServed())).toBeLessThan(backWithinMs);
    }
    isOver = true;
    await Promise.all(writers);
    expect(server.process.exitCode).toBeNull();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    for (const refused of answers.filter(({ status }) => status === 503)) expectRefusal(refused);
    for (const [id, note] of acknowledged) {
      expect((await call('GET', `/v1/agreements/${id}`)).body).toMatchObject({ campaignNotes: note });
    }
  }, 60_000);

  it('is back at once after a network that swallowed packets', {
    timeout: silentSeconds * 1_000 + 60_000,
  }, async () => {
    network.swallow();
    const waiting = Array.from({ length: 12 }, (_, n) => save(campaigns[n % 6]!, 'lost'));
    await pause(Math.max(0, silentSeconds - 1) * 1_000);
    expect((await fetch(`${server.url}/ready`)).status).toBe(503);
    await pause(1_000);
    // Only a minute of silence is a reason to restart the server.
    expect((await fetch(`${server.url}/health`)).status).toBe(isLong ? 503 : 200);
    network.pass();
    const since = performance.now();
    expect(measured('back after a silent network', await msUntilServed())).toBeLessThan(backWithinMs);
    await vi.waitFor(async () => expect((await fetch(`${server.url}/ready`)).status).toBe(200), backWithinMs);
    // Nothing waits for ever: every one was refused, or is answered now.
    for (const answer of await Promise.all(waiting)) if (answer.status !== 200) expectRefusal(answer);
    expect(measured('requests of the silence were answered', performance.now() - since)).toBeLessThan(backWithinMs);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });

  it(
    'goes on reading, and is ready, while twelve writers wait for one locked row',
    async () => {
      await withDatabase(async (client) => {
        await client.query('begin');
        await client.query('select id from agreements where id = $1 for update', [campaigns[0]]);
        const until = performance.now() + lockedSeconds * 1_000;
        const answers: Answer[] = [];
        const writers = Array.from({ length: 12 }, async () => {
          while (performance.now() < until) answers.push(await save(campaigns[0]!, 'waits'));
        });
        await pause(300);
        do {
          const { status, ms } = await readList();
          expect(status).toBe(200);
          expect(ms).toBeLessThan(2_500);
          for (const path of ['/ready', '/health']) expect((await fetch(server.url + path)).status).toBe(200);
          await pause(100);
        } while (performance.now() < until || answers.length === 0);
        for (const refused of answers.slice()) expectRefusal(refused);
        await client.query('rollback');
        await Promise.all(writers);
      });
      expect((await save(campaigns[0]!, 'free again')).status).toBe(200);
    },
    lockedSeconds * 1_000 + 60_000,
  );

  it('says that it is not ready before it stops, and still answers until then', { timeout: 60_000 }, async () => {
    const draining = await startServer({ ...env, PORT: String(Number(env.PORT) + 1), DRAIN_SECONDS: '2' });
    const stopping = stopServer(draining, 'SIGTERM');
    await pause(300);
    expect((await fetch(`${draining.url}/ready`)).status).toBe(503);
    const answer = await fetch(`${draining.url}/v1/agreements`, {
      headers: { authorization: `Bearer ${tokens.reader}` },
    });
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect(await stopping).toBe(0);
  });
});
