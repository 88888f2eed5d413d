import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Campaign, callOf, createCampaigns } from './real-client.ts';
import {
  createAdmin,
  killServers,
  ownEnvironment,
  type RealServer,
  signInWithLink,
  startServer,
} from './real-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-clock-'));
const offset = join(folder, 'offset');
/** The clock of the machine as the server sees it; its timers run on, as those of a real machine do. */
const setClock = (hours: number) => writeFileSync(offset, `${hours < 0 ? '-' : '+'}${Math.abs(hours) * 3_600}\n`);

let env: Record<string, string>;
let server: RealServer;

function fakeClock(): Record<string, string> {
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');
  if (!library) throw new Error('no libfaketime: run `node scripts/setup.mjs --services`, or install faketime');
  const timers = { FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' };
  return { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: offset, FAKETIME_NO_CACHE: '1', ...timers };
}

async function acceptedMessages(): Promise<number> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL! });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(`select count(*) from messages where state = 'accepted'`);
  await client.end();
  return rows[0]!.count;
}

const askForLink = (email: string) =>
  fetch(`${server.url}/forgotten-password`, { method: 'POST', body: new URLSearchParams({ email }) });

describe('a server whose clock jumps', () => {
  let links: string[];
  beforeAll(async () => {
    setClock(0);
    env = await ownEnvironment(join(folder, 'data'));
    links = ['now', 'ahead', 'behind'].map((name) => createAdmin(env, `${name}@example.com`));
    server = await startServer({ ...env, ...fakeClock() });
  }, 90_000);
  afterAll(async () => {
    await killServers();
    rmSync(folder, { recursive: true, force: true });
  });

  const jumpTo = async (hours: number) => {
    setClock(hours);
    // Node keeps the text of the date for a second.
    await vi.waitFor(async () => {
      const seen = Date.parse((await fetch(`${server.url}/health`)).headers.get('date') ?? '');
      expect(Math.abs(seen - Date.now() - hours * 3_600_000)).toBeLessThan(60_000);
    }, 10_000);
  };

  it.each([
    ['not', 0, 0, 'now'],
    ['an hour ahead', 0, 1, 'ahead'],
    ['from an hour ahead to an hour behind', 1, -1, 'behind'],
  ])('goes on when it jumps %s: people sign in, save, and get mail', { timeout: 60_000 }, async (_, from, to, name) => {
    await jumpTo(from);
    await jumpTo(to);
    expect((await fetch(`${server.url}/ready`)).status).toBe(200);
    const link = links[['now', 'ahead', 'behind'].indexOf(name)]!;
    const call = callOf(server.url, await signInWithLink(server.url, link, 'a long password here'));
    const [campaign] = (await createCampaigns(call, 1)) as [Campaign];
    const saved = await call('PUT', `/v1/agreements/${campaign.id}`, { campaignNotes: name });
    expect([saved.status, (saved.body as Campaign).campaignNotes]).toEqual([200, name]);
    const before = await acceptedMessages();
    expect((await askForLink(`${name}@example.com`)).status).toBe(200);
    await vi.waitFor(async () => expect(await acceptedMessages()).toBeGreaterThan(before), 20_000);
    expect(server.process.exitCode).toBeNull();
  });
});
