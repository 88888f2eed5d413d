import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createDatabase, folderOfPostgres, startCluster, stopClusters } from './clusters.ts';
import { daemonUser } from './debian-program.ts';
import { faults } from './faults.ts';
import { aBlankPng } from './png.ts';
import { type Call, callOf, createCampaigns } from './real-client.ts';
import {
  createAdmin,
  emptySandbox,
  killServers,
  ownEnvironment,
  type RealServer,
  signInWithLink,
  startServer,
  startServers,
} from './real-server.ts';
import { hasSmallDisks, smallDisk } from './small-disk.ts';
import { runOnServer } from './test-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-full-disk-'));
afterAll(async () => {
  await killServers();
  await stopClusters();
  rmSync(folder, { recursive: true, force: true });
});

const noRoom = {
  status: 507,
  type: 'application/problem+json; charset=utf-8',
  retryAfter: '60',
  body: {
    type: '/problems/storage-full',
    displayText: 'The service has no room to store this, and nothing was saved. Please try again later.',
  },
};

type Rows = { count: number }[];
async function countOf(url: string, table: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows }: { rows: Rows } = await client.query(`select count(*)::int as count from ${table}`);
  await client.end();
  return rows[0]!.count;
}

async function signedIn(server: RealServer, env: Record<string, string>, link: string): Promise<{ token: string }> {
  return { token: await signInWithLink(server.url, link, `a long password of ${env.PORT}`) };
}

/** It reads, and says that it is ready. */
async function expectReading(server: RealServer, call: Call): Promise<void> {
  expect((await call('GET', '/v1/agreements?perPage=5')).status).toBe(200);
  for (const path of ['/ready', '/health']) expect((await fetch(server.url + path)).status).toBe(200);
}

/** How long it takes until `attempt` answers with 201 after the disk has room again. */
async function msUntilStored(attempt: () => Promise<{ status: number }>): Promise<number> {
  const since = performance.now();
  await vi.waitFor(async () => expect((await attempt()).status).toBe(201), { timeout: 20_000, interval: 20 });
  return performance.now() - since;
}

describe('a server with a full disk', () => {
  it('of files refuses an upload with 507, leaves nothing of it, and goes on reading', {
    timeout: 120_000,
  }, async () => {
    if (!hasSmallDisks()) return;
    const env = await ownEnvironment(join(folder, 'data'));
    const files = join(folder, 'data', 'files');
    const disk = smallDisk(files, 4);
    const link = createAdmin(env, 'files@example.com');
    const server = await startServer(env, [], disk.asRoot);
    const { token } = await signedIn(server, env, link);
    const call = callOf(server.url, token);
    const [campaign] = await createCampaigns(call, 1);
    const { tenant } = campaign as unknown as { tenant: { href: string } };

    const upload = async (name: string) => {
      const form = new FormData();
      form.set('tenantId', tenant.href.split('/').at(-1) ?? '');
      form.set('asset', new Blob([new Uint8Array(aBlankPng(900, 900))], { type: 'image/png' }), name);
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${server.url}/v1/assets`, { method: 'POST', headers, body: form });
      const [type, retryAfter] = ['content-type', 'retry-after'].map((header) => answer.headers.get(header));
      return { status: answer.status, type, retryAfter, body: (await answer.json()) as { href: string } };
    };
    const stored = () =>
      readdirSync(join(`/proc/${server.process.pid}/root`, files), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'ballast')
        .map(({ name }) => name);
    const before = await upload('before.png');
    expect(before.status).toBe(201);
    const [files1, rows1] = [stored(), await countOf(env.DATABASE_URL!, 'assets')];

    disk.fill(server.process.pid!);
    for (let n = 0; n < 3; n += 1) expect(await upload('during.png')).toMatchObject(noRoom);
    expect([stored(), await countOf(env.DATABASE_URL!, 'assets')]).toEqual([files1, rows1]);
    await expectReading(server, call);
    expect((await call('GET', `${before.body.href}/content`)).status).toBe(200);
    expect((await call('PUT', `/v1/agreements/${campaign!.id}`, { campaignNotes: 'no file' })).status).toBe(200);

    disk.free(server.process.pid!);
    const ms = faults.measured(
      'stored again after a full disk of files',
      await msUntilStored(() => upload('after.png')),
    );
    expect(ms).toBeLessThan(faults.backWithinMs);
    expect(server.process.exitCode).toBeNull();
  });

  it('of PostgreSQL refuses a save with 507, and goes on reading', { timeout: 180_000 }, async () => {
    if (!hasSmallDisks()) return;
    const place = folderOfPostgres('tablespace');
    const disk = smallDisk(place, 120, daemonUser());
    const cluster = await startCluster([], disk);
    await runOnServer(cluster.url, `create tablespace small location '${place}'`);
    const databaseUrl = await createDatabase(cluster, 'tablespace small');
    const env = { ...emptySandbox, DATA_DIR: join(folder, 'database'), DATABASE_URL: databaseUrl };
    const link = createAdmin(env, 'tables@example.com');
    const [server] = (await startServers(env, 1)) as [RealServer];
    const { token } = await signedIn(server, env, link);
    const call = callOf(server.url, token);
    await createCampaigns(call, 2);

    const campaigns = await countOf(databaseUrl, 'agreements');
    disk.fill(cluster.pid());
    // Pages that have room are filled first.
    const name = () => `Estate ${Math.random()} ${'long name '.repeat(15)}`.trim();
    const create = () => call('POST', '/v1/tenants', { name: name() });
    const refused = await vi.waitFor(
      async () => {
        const answer = await create();
        expect(answer.status).not.toBe(201);
        return answer;
      },
      { timeout: 60_000, interval: 1 },
    );
    expect(refused).toMatchObject(noRoom);
    const tenants = await countOf(databaseUrl, 'tenants');
    for (let n = 0; n < 5; n += 1) expect(await create()).toMatchObject(noRoom);
    await expectReading(server, call);
    expect(await countOf(databaseUrl, 'tenants')).toBe(tenants);
    expect(await countOf(databaseUrl, 'agreements')).toBe(campaigns);

    disk.free(cluster.pid());
    const ms = faults.measured('stored again after a full disk of PostgreSQL', await msUntilStored(create));
    expect(ms).toBeLessThan(faults.backWithinMs);
    expect(server.process.exitCode).toBeNull();
  });
});
