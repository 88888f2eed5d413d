import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { faults } from './faults.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { type Campaign, callOf, createCampaigns } from './real-client.ts';
import {
  createAdmin,
  freePorts,
  killServers,
  ownEnvironment,
  type RealServer,
  signInWithLink,
  startServer,
  stopServer,
} from './real-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-rolling-'));
/** The long form uses the times of production. */
const drainSeconds = faults.isLong ? 5 : 2;
const times = faults.isLong ? { keepSeconds: 3, aloneSeconds: 6 } : { keepSeconds: 1, aloneSeconds: 3 };
const atLeast = faults.isLong ? 10_000 : 100;
/** The short form runs beside other tests and leaves them the processor. */
const betweenMs = faults.isLong ? 0 : 40;

let env: Record<string, string>;
let nginx: Nginx;
let servers: RealServer[];
let ports: number[];
let authorization: string;
let campaigns: Campaign[];
let tenantHref: string;

const json = () => ({ authorization, 'content-type': 'application/json' });

/** A request of the mixed load: lists, reads, saves, and creations, which no proxy may repeat. */
function oneRequest(person: number, n: number) {
  const id = campaigns[person]!.id;
  if (n % 10 === 0) {
    const values = {
      campaignBudget: 1_000,
      campaignPlannedStartDate: '2026-12-01',
      campaignBudgetFundsPurpose: 'marketing',
      tenant: { href: tenantHref },
      vendors: [{ firstName: 'Pat', surname: `${person}-${n}`, emailAddress: `pat${person}-${n}@example.com` }],
    };
    return nginx.send('POST', '/v1/agreements', json(), JSON.stringify(values));
  }
  const note = JSON.stringify({ campaignNotes: `note ${n}` });
  if (n % 10 < 3) return nginx.send('PUT', `/v1/agreements/${id}`, json(), note);
  return n % 10 < 6
    ? nginx.send('GET', `/v1/agreements/${id}`, { authorization })
    : nginx.send('GET', '/v1/agreements?perPage=5', { authorization });
}

/** As docs/operations.md says. */
async function restart(n: number): Promise<void> {
  expect(await stopServer(servers[n]!, 'SIGTERM')).toBe(0);
  servers[n] = await startServer({ ...env, PORT: String(ports[n]) });
  // nginx may have asked it a moment before it was ready, and leaves it alone since.
  await pause(times.aloneSeconds * 1_000 + 200);
}

describe('several servers behind nginx', () => {
  beforeAll(async () => {
    env = await ownEnvironment(join(folder, 'data'));
    Object.assign(env, { TRUST_PROXY: 'on', DRAIN_SECONDS: String(drainSeconds) });
    ports = await freePorts(faults.serverCount);
    // The first loads what is loaded once; the others find it.
    const first = await startServer({ ...env, PORT: String(ports[0]) });
    const others = ports.slice(1).map((port) => startServer({ ...env, PORT: String(port) }));
    servers = [first, ...(await Promise.all(others))];
    const token = await signInWithLink(first.url, createAdmin(env, 'rolling@example.com'), 'a long password here');
    authorization = `Bearer ${token}`;
    campaigns = await createCampaigns(callOf(first.url, token), 8);
    tenantHref = (campaigns[0] as unknown as { tenant: { href: string } }).tenant.href;
    nginx = await startNginx(ports, times);
  }, 120_000);
  afterAll(async () => {
    await nginx?.stop();
    await killServers();
    rmSync(folder, { recursive: true, force: true });
  });

  it('fail no request while they are restarted one after the other', { timeout: 900_000 }, async () => {
    const failures: unknown[] = [];
    let sent = 0;
    let created = 0;
    let isOver = false;
    const people = campaigns.map(async (_, person) => {
      for (let n = 1; !isOver; n += 1) {
        sent += 1;
        const answer = await oneRequest(person, n).catch((error: Error) => ({ status: 0, body: error.message }));
        if (betweenMs > 0) await pause(betweenMs);
        if (answer.status === 201) created += 1;
        if (![200, 201].includes(answer.status)) failures.push({ n, ...answer });
      }
    });
    do {
      for (const n of faults.isLong ? servers.keys() : [0]) await restart(n);
    } while (sent < atLeast);
    isOver = true;
    await Promise.all(people);
    expect({ failures, errors: nginx.errors() }).toEqual({ failures: [], errors: [] });
    expect(sent).toBeGreaterThanOrEqual(atLeast);
    // Each creation happened once.
    const { body } = await nginx.send('GET', '/v1/agreements?perPage=1', { authorization });
    expect(created).toBeGreaterThan(0);
    expect(JSON.parse(body)).toMatchObject({ totalItems: created + campaigns.length });
  });

  it('send each event of a stream through nginx at once', async () => {
    const { id } = campaigns[0]!;
    const accept = { accept: 'text/event-stream' };
    const answer = await nginx.begin(`/v1/agreements/${id}/events`, { authorization, ...accept });
    expect(answer.statusCode).toBe(200);
    let text = '';
    answer.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    await vi.waitFor(() => expect(text).toContain('event: open'), 5_000);
    await nginx.send('PUT', `/v1/agreements/${id}`, json(), JSON.stringify({ campaignNotes: 'at once' }));
    await vi.waitFor(() => expect(text).toContain('"kind":"changed"'), faults.isLong ? 2_000 : 10_000);
    answer.destroy();
  });

  it('write the same id of a request as nginx, and answer it', async () => {
    const own = await nginx.send('GET', '/v1/agreements?perPage=1', { authorization, 'x-request-id': 'my-request-1' });
    expect(own.requestId).toBe('my-request-1');
    const made = await nginx.send('GET', '/v1/agreements?perPage=1', { authorization });
    const odd = await nginx.send('GET', '/v1/agreements?perPage=1', { authorization, 'x-request-id': 'a b"c' });
    // nginx writes a line after it has answered.
    await vi.waitFor(() => {
      for (const { requestId } of [own, made, odd]) expect(nginx.log()).toContain(`"requestId":"${requestId}"`);
    });
    expect(odd.requestId).toMatch(/^[0-9a-f]{32}$/);
    for (const line of nginx.log().trim().split('\n')) JSON.parse(line);
    expect(nginx.log()).not.toContain('perPage');
  });

  it('redirect pages to https, and refuse programs without TLS', async () => {
    expect(await nginx.plainStatus('/login')).toBe(308);
    for (const path of ['/v1/agreements', '/v2/campaigns/1', '/oauth/token']) {
      expect(await nginx.plainStatus(path)).toBe(403);
    }
  });

  it('are asked about their health by their operator only', async () => {
    for (const path of ['/health', '/ready']) expect((await nginx.send('GET', path)).status).toBe(404);
  });

  it('do not get a body that is far too large', async () => {
    const length = { ...json(), 'content-length': String(20 * 2 ** 20) };
    expect((await nginx.send('POST', '/v1/agreements', length, '{}').catch(() => ({ status: 0 }))).status).toBe(413);
  });
});
