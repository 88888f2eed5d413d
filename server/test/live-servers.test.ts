import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenerName } from '@kerb/server/platform/database/listen.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStream } from './event-reader.ts';
import { faults } from './faults.ts';
import { type Call, type Campaign, callOf, createCampaigns } from './real-client.ts';
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

const folder = mkdtempSync(join(tmpdir(), 'kerb-live-'));
/** The product promises two seconds; beside the other tests of CI it takes longer. */
const soon = faults.isLong ? 2_000 : 10_000;
const drainSeconds = 8;

let env: Record<string, string>;
let servers: RealServer[];
let calls: Call[];
let campaign: Campaign;
let authorization: string;

const listenAt = (server: RealServer, headers: Record<string, string> = {}) =>
  openStream(`${server.url}/v1/agreements/${campaign.id}/events`, { authorization, ...headers });

const move = async (call: Call, status: string) => {
  const body = { status, ...(status === 'waiting-info' && { reason: 'Your rates notice, please.' }) };
  expect((await call('POST', `/v1/agreements/${campaign.id}/set-status`, body)).status).toBe(200);
};

describe('two servers of one database', () => {
  beforeAll(async () => {
    env = await ownEnvironment(join(folder, 'data'));
    const ports = await freePorts(2);
    const first = await startServer({ ...env, PORT: String(ports[0]) });
    const second = await startServer({ ...env, PORT: String(ports[1]), DRAIN_SECONDS: String(drainSeconds) });
    servers = [first, second];
    const token = await signInWithLink(first.url, createAdmin(env, 'live@example.com'), 'a long password here');
    authorization = `Bearer ${token}`;
    calls = servers.map(({ url }) => callOf(url, token));
    [campaign] = (await createCampaigns(calls[0]!, 1)) as [Campaign];
  }, 120_000);
  afterAll(async () => {
    await killServers();
    rmSync(folder, { recursive: true, force: true });
  });

  it('show a change of one on a page of the other', async () => {
    const stream = await listenAt(servers[1]!);
    const since = performance.now();
    await move(calls[0]!, 'waiting-info');
    await stream.hears('information-requested', soon);
    faults.measured('a change reaches a page of another server', performance.now() - since);
    await stream.close();
  });

  it('lose no change when PostgreSQL ends the connections that listen', async () => {
    const stream = await listenAt(servers[1]!);
    const listening = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = '${listenerName}'`;
    await runOnServer(env.DATABASE_URL!, listening);
    await move(calls[0]!, 'waiting-approval');
    await stream.hears('submitted', soon);
    await move(calls[0]!, 'waiting-info');
    await stream.hears('information-requested', soon);
    await stream.close();
  });

  it('hand a page over when one of them stops, and it misses nothing', async () => {
    const first = await listenAt(servers[1]!);
    const since = performance.now();
    servers[1]!.process.kill('SIGTERM');
    await first.ended;
    // Long before the server itself ends.
    expect(performance.now() - since).toBeLessThan(drainSeconds * 500);
    expect((await listenAt(servers[1]!)).status).toBe(503);
    await move(calls[0]!, 'waiting-approval');
    const second = await listenAt(servers[0]!, { 'last-event-id': first.lastEventId()! });
    await second.hears('submitted', soon);
    expect(second.changes()).toHaveLength(1);
    await second.close();
  });
});
