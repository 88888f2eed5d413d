import { execSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { aBlankPng } from './png.ts';
import {
  createAdmin,
  killServers,
  newEnvironment,
  ownEnvironment,
  signInWithLink,
  startServer,
  stopServer,
} from './real-server.ts';
import { onPostgres } from './test-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-backup-'));
afterAll(async () => {
  await killServers();
  rmSync(folder, { recursive: true, force: true });
});

/** The commands come from docs/operations.md, so that the documented commands are the tested ones. */
const handbook = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
function run(program: 'pg_dump' | 'pg_restore', env: Record<string, string>): void {
  const command = new RegExp(`\`(${program} [^\`]+)\``).exec(handbook)?.[1];
  if (!command) throw new Error(`docs/operations.md has no ${program}`);
  execSync(command, { cwd: folder, env: { ...process.env, ...env }, stdio: 'pipe' });
}

type Call = <T>(path: string, body?: object | FormData) => Promise<T>;
const caller =
  (url: string, token: string): Call =>
  async (path, body) => {
    const isForm = body instanceof FormData;
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    };
    const sent = body && { method: 'POST', body: isForm ? body : JSON.stringify(body) };
    const answer = await fetch(url + path, { headers, ...sent });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json() as never;
  };

async function fillCampaign(call: Call): Promise<{ campaignPath: string; filePath: string }> {
  const tenant = await call<{ id: number; href: string }>('/v1/tenants', { name: 'Harbour Estate' });
  const campaign = await call<{ href: string }>('/v1/agreements', {
    campaignBudget: 4200.5,
    campaignPlannedStartDate: '2026-12-01',
    campaignBudgetFundsPurpose: 'marketing',
    tenant: { href: tenant.href },
    vendors: [{ firstName: 'Pat', surname: 'Payer', emailAddress: 'pat@example.com' }],
  });
  const form = new FormData();
  form.set('tenantId', String(tenant.id));
  form.set('asset', new Blob([new Uint8Array(aBlankPng(3, 3))], { type: 'image/png' }), 'front.png');
  const asset = await call<{ href: string }>('/v1/assets', form);
  const link = { agreement: { href: campaign.href }, asset: { href: asset.href }, purpose: 'internal-doc' };
  await call('/v1/attachments', link);
  return { campaignPath: campaign.href, filePath: `${asset.href}/content` };
}

const shown = async (url: string, token: string, paths: { campaignPath: string; filePath: string }) => {
  const headers = { authorization: `Bearer ${token}` };
  const call = caller(url, token);
  const campaign = await call<{ id: number }>(paths.campaignPath);
  const file = await fetch(url + paths.filePath, { headers });
  const history = await call(`/v1/log-entries?targetAgreementId=${campaign.id}`);
  return { campaign, history, file: [file.status, Buffer.from(await file.arrayBuffer()).toString('base64')] };
};

describe('a backup made as docs/operations.md says', () => {
  it('restores campaigns, history and files on another machine', { timeout: 120_000 }, async () => {
    const SECRET_KEY = randomBytes(32).toString('base64');
    const env = { ...(await ownEnvironment(join(folder, 'data'))), SECRET_KEY };
    const restored = { ...(await newEnvironment(join(folder, 'restored'))), SECRET_KEY };
    const link = createAdmin(env, 'first.admin@example.com');
    const server = await startServer(env);
    const token = await signInWithLink(server.url, link, 'a long enough password');
    const paths = await fillCampaign(caller(server.url, token));
    const before = await shown(server.url, token, paths);
    expect(before).toMatchObject({ campaign: { campaignBudget: 4200.5 }, history: { totalItems: 4 } });
    expect(before.file[0]).toBe(200);

    if (!onPostgres) await stopServer(server, 'SIGTERM');
    else run('pg_dump', env);
    const copied = onPostgres ? 'files' : '';
    cpSync(join(folder, 'data', copied), join(folder, 'restored', copied), { recursive: true });
    if (onPostgres) run('pg_restore', restored);

    const other = await startServer(restored);
    expect(await shown(other.url, token, paths)).toEqual(before);
    const more = caller(other.url, token)<{ id: number }>('/v1/tenants', { name: 'Valley Estate' });
    expect((await more).id).toBeGreaterThan(0);
  });
});
