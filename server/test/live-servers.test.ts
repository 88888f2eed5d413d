import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenerName } from '@kerb/server/platform/database/listen.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
let call: Call;
let campaign: Campaign;
let authorization: string;

const listenAt = (server: RealServer, headers: Record<string, string> = {}) =>
  openStream(`${server.url}/v1/agreements/${campaign.id}/events`, { authorization, ...headers });

const aServer = async () => {
  const [port] = await freePorts(1);
  return startServer({ ...env, PORT: String(port), DRAIN_SECONDS: String(drainSeconds) });
};

const move = async (status: string) => {
  const body = { status, ...(status === 'waiting-info' && { reason: 'Your rates notice, please.' }) };
  expect((await call('POST', `/v1/agreements/${campaign.id}/set-status`, body)).status).toBe(200);
};

describe('two servers of one database', () => {
  beforeAll(async () => {
    env = await ownEnvironment(join(folder, 'data'));
    servers = [await aServer(), await aServer()];
    const link = createAdmin(env, 'live@example.com');
    const token = await signInWithLink(servers[0]!.url, link, 'a long password here');
    authorization = `Bearer ${token}`;
    call = callOf(servers[0]!.url, token);
  }, 120_000);
  beforeEach(async () => {
    [campaign] = (await createCampaigns(call, 1)) as [Campaign];
  });
  afterAll(async () => {
    await killServers();
    rmSync(folder, { recursive: true, force: true });
  });

  it('show a change of one on a page of the other', async () => {
    const stream = await listenAt(servers[1]!);
    const since = performance.now();
    await move('waiting-info');
    await stream.hears('information-requested', soon);
    faults.measured('a change reaches a page of another server', performance.now() - since);
    await stream.close();
  });

  it('lose no change when PostgreSQL ends the connections that listen', async () => {
    await move('waiting-info');
    const stream = await listenAt(servers[1]!);
    const listening = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = '${listenerName}'`;
    await runOnServer(env.DATABASE_URL!, listening);
    await move('waiting-approval');
    await stream.hears('submitted', soon);
    await move('waiting-info');
    await stream.hears('information-requested', soon);
    await stream.close();
  });

  it('hand a page over when one of them stops, and it misses nothing', { timeout: 60_000 }, async () => {
    const leaving = await aServer();
    await move('waiting-info');
    const first = await listenAt(leaving);
    const since = performance.now();
    leaving.process.kill('SIGTERM');
    await first.ended;
    // Long before the server itself ends.
    expect(performance.now() - since).toBeLessThan(drainSeconds * 500);
    expect((await listenAt(leaving)).status).toBe(503);
    await move('waiting-approval');
    const second = await listenAt(servers[0]!, { 'last-event-id': first.lastEventId()! });
    await second.hears('submitted', soon);
    expect(second.changes()).toHaveLength(1);
    await second.close();
  });
});
