import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Cluster, createDatabase, startCluster, startStandby, stopClusters } from './clusters.ts';
import { faults } from './faults.ts';
import { type Answer, type Call, type Campaign, callOf, countsByStatus, createCampaigns } from './real-client.ts';
import {
  createAdmin,
  emptySandbox,
  killServers,
  type RealServer,
  signInWithLink,
  startServers,
} from './real-server.ts';
import { type Network, startNetwork } from './tcp-proxy.ts';
import { runOnServer } from './test-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-failover-'));
let primary: Cluster;
let standby: Cluster;
/** A proxy in the place of the address that leads to the primary, such as that of a load balancer. */
let network: Network;
let servers: RealServer[];
let calls: Call[];
let campaigns: Campaign[];

const noteOf = (n: number) => `note ${n}`;

async function isReplicated(): Promise<boolean> {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  const { rows } = await client.query(`select sync_state from pg_stat_replication where sync_state = 'sync'`);
  await client.end();
  return rows.length > 0;
}

describe('servers whose database fails over to a standby', () => {
  beforeAll(async () => {
    primary = await startCluster();
    const direct = { ...emptySandbox, DATA_DIR: join(folder, 'data'), DATABASE_URL: await createDatabase(primary) };
    network = await startNetwork(primary.port);
    const address = new URL(direct.DATABASE_URL);
    address.port = String(network.port);
    const link = createAdmin(direct, 'failover@example.com');
    servers = await startServers({ ...direct, DATABASE_URL: address.href }, faults.serverCount - 1);
    const token = await signInWithLink(servers[0]!.url, link, 'a long password here');
    calls = servers.map(({ url }) => callOf(url, token));
    campaigns = await createCampaigns(calls[0]!, 4);
    standby = await startStandby(primary);
    await vi.waitFor(async () => expect(await isReplicated()).toBe(true), 20_000);
  }, 180_000);
  afterAll(async () => {
    await killServers();
    await network?.close();
    await stopClusters();
    rmSync(folder, { recursive: true, force: true });
  });

  it('refuse with 503, are back within two seconds of it, and lose nothing', { timeout: 120_000 }, async () => {
    const answers: Answer[] = [];
    const acknowledged = new Map<number, number>();
    let isOver = false;
    const writers = campaigns.map(async ({ id }, person) => {
      for (let n = 1; !isOver; n += 1) {
        const answer = await calls[person % calls.length]!('PUT', `/v1/agreements/${id}`, { campaignNotes: noteOf(n) });
        answers.push(answer);
        if (answer.status === 200) acknowledged.set(id, n);
        else await pause(20);
      }
    });
    await vi.waitFor(() => expect(acknowledged.size).toBe(campaigns.length), 20_000);
    await pause(faults.isLong ? 5_000 : 500);
    await primary.kill();

    // The address leads to the standby before it is promoted: it can be read, and is not ready.
    network.leadTo(standby.port);
    await vi.waitFor(async () => {
      for (const { url } of servers) expect((await fetch(`${url}/ready`)).status).toBe(503);
    }, 10_000);
    await pause(1_500);
    for (const { url } of servers) expect((await fetch(`${url}/ready`)).status).toBe(503);
    // Later saves would hide a lost one.
    isOver = true;
    await Promise.all(writers);

    await runOnServer(standby.url, 'select pg_promote()');
    const since = performance.now();
    await Promise.all(
      servers.map(async ({ url }, n) => {
        const isBack = async () => {
          const saved = await calls[n]!('PUT', `/v1/agreements/${campaigns[n]!.id}`, { agentNotes: 'back' });
          expect([saved.status, (await fetch(`${url}/ready`)).status]).toEqual([200, 200]);
        };
        await vi.waitFor(isBack, { timeout: 30_000, interval: 50 });
      }),
    );
    expect(faults.measured('back after a promotion', performance.now() - since)).toBeLessThan(faults.backWithinMs);

    for (const { process } of servers) expect(process.exitCode).toBeNull();
    expect(Object.keys(countsByStatus(answers)).toSorted()).toEqual(['200', '503']);
    for (const { id } of campaigns) {
      const { body } = await calls[0]!('GET', `/v1/agreements/${id}`);
      const stored = Number((body as Campaign).campaignNotes?.replace('note ', ''));
      // One more may have been saved without an answer.
      expect([acknowledged.get(id), (acknowledged.get(id) ?? 0) + 1]).toContain(stored);
    }
  });
});
