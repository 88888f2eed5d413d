import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAdmin,
  freePorts,
  killServers,
  ownEnvironment,
  signInWithLink,
  startServer,
  stopServer,
} from './real-server.ts';
import { onPostgres } from './test-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-crash-'));
let env: Record<string, string>;

const start = () => startServer(env);

beforeAll(async () => {
  env = await ownEnvironment(join(folder, 'data'));
});
afterAll(async () => {
  await killServers();
  rmSync(folder, { recursive: true, force: true });
});

const caller = (token: string) => async (url: string, method: string, body?: unknown) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  return (await answer.json()) as { id: number; totalItems: number; items: { activityCode: string }[] };
};

describe('a server that is killed while it works', () => {
  it('loses nothing that it has acknowledged and leaves nothing half done', { timeout: 120_000 }, async () => {
    const link = createAdmin(env, 'first.admin@example.com');
    let server = await start();
    const call = caller(await signInWithLink(server.url, link, 'a long enough password'));
    const tenant = await call(`${server.url}/v1/tenants`, 'POST', { name: 'Harbour Estate' });
    const payer = (n: number) => ({ firstName: 'Pat', surname: `No ${n}`, emailAddress: `pat${n}@example.com` });
    const campaign = (n: number) => ({
      campaignBudget: 1000 + n,
      campaignPlannedStartDate: '2026-12-01',
      campaignBudgetFundsPurpose: 'marketing',
      tenant: { href: `/v1/tenants/${tenant.id}` },
      vendors: [payer(2 * n), payer(2 * n + 1)],
    });

    const acknowledged: number[] = [];
    let n = 0;
    for (let round = 0; round < 3; round += 1) {
      const before = acknowledged.length;
      const work = [0, 1, 2].map(async () => {
        for (;;) {
          n += 1;
          const made = await call(`${server.url}/v1/agreements`, 'POST', campaign(n)).catch(() => null);
          if (made === null) return;
          acknowledged.push(made.id);
        }
      });
      while (acknowledged.length < before + 5 + round * 7) await new Promise((again) => setTimeout(again, 5));
      await stopServer(server, 'SIGKILL');
      await Promise.all(work);
      server = await start();
    }

    const { totalItems } = await call(`${server.url}/v1/agreements?perPage=1`, 'GET');
    expect(totalItems).toBeGreaterThanOrEqual(acknowledged.length);
    for (const id of acknowledged) {
      const { items } = await call(`${server.url}/v1/log-entries?targetAgreementId=${id}`, 'GET');
      expect(items.map((entry) => entry.activityCode).sort()).toEqual([
        'campaign_create',
        'campaign_fo_create',
        'signatory_create',
        'signatory_create',
      ]);
    }
    expect(await stopServer(server, 'SIGTERM')).toBe(0);
  });
});

describe('a start of the server', () => {
  it('allows a second server on PostgreSQL, and refuses it on an embedded folder', {
    timeout: 90_000,
  }, async () => {
    const first = await start();
    const [port] = await freePorts(1);
    const second = startServer({ ...env, PORT: String(port) });
    if (onPostgres) await second;
    else await expect(second).rejects.toThrow(/is in use by another server/);
    expect(await stopServer(first, 'SIGTERM')).toBe(0);
  });
});
