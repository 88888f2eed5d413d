import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReportRow } from '@kerb/server/platform/report.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { productionEnv } from './production.ts';
import { createAdmin, freePorts, ownEnvironment } from './real-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Printed = { code: number; stdout: string; stderr: string };

function doctor(env: Record<string, string>, ...args: string[]): Promise<Printed> {
  const program = fileURLToPath(new URL('../src/doctor.ts', import.meta.url));
  const { DATABASE_URL: _, ...inherited } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env: { ...inherited, ...env } }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const rowIn = ({ stdout }: Printed, area: string) =>
  (JSON.parse(stdout) as ReportRow[]).find((row) => row.area === area);

describe('npm run doctor', () => {
  it('reports a database, to whom it belongs, and creates nothing', { timeout: 240_000 }, async () => {
    const dataDir = join(folder, 'own');
    const env = { ...(await ownEnvironment(dataDir)), SECRET_KEY: productionEnv.SECRET_KEY };
    createAdmin(env, 'first.admin@agency.test');
    const sandbox = await doctor(env, '--json');
    expect(sandbox.code).toBe(0);
    expect(rowIn(sandbox, 'Belongs to')).toMatchObject({ state: 'configured' });
    const production = await doctor({ ...env, ...productionEnv }, '--json');
    expect(production.code).toBe(1);
    expect(rowIn(production, 'Belongs to')).toMatchObject({
      state: 'error',
      meaning: expect.stringMatching(/^This database belongs to a sandbox/),
    });
  });

  it('says of a new folder that the first start creates its database', { timeout: 60_000 }, async () => {
    const DATA_DIR = join(folder, 'new');
    const { code, stdout } = await doctor({ SANDBOX: 'on', DATA_DIR });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Database state +configured +No database yet: the first start creates it\.$/m);
    expect(readdirSync(folder)).not.toContain('new');
  });

  /** Every address of a provider that is only asked for its first page. */
  const addressesAt = (host: string) => ({
    SMS_URL: `http://${host}/send`,
    SMS_TOKEN: 'token',
    STRIPE_API_URL: `http://${host}`,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    IDENTITY_URL: `http://${host}`,
    IDENTITY_API_KEY: 'key',
    IDENTITY_CUSTOMER_ID: '7',
    ADDRESSFINDER_URL: `http://${host}`,
    ADDRESSFINDER_KEY: 'key',
    ADDRESSFINDER_SECRET: 'secret',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://${host}`,
  });
  const reached = ['SMS gateway', 'Stripe', 'Identity provider', 'Address provider', 'Collector'];

  it('reports each address that does not answer as an error', { timeout: 60_000 }, async () => {
    const [port] = await freePorts(1);
    const nobody = `127.0.0.1:${port}`;
    const database = `postgres://kerb@${nobody}/kerb`;
    const further = { DATABASE_PROBE_URL: database, DATABASE_LISTEN_URL: database };
    const databases = { DATABASE_URL: database, DATABASE_OWNER_URL: database, ...further };
    const others = { SMTP_URL: `smtp://${nobody}`, CLAMAV_URL: `tcp://${nobody}`, ...addressesAt(nobody) };
    const printed = await doctor({ SANDBOX: 'on', ...databases, ...others }, '--json');
    expect(printed.code).toBe(1);
    expect(rowIn(printed, 'Database state')?.meaning).toMatch(/^The database does not answer \(ECONNREFUSED\)/);
    expect(rowIn(printed, 'Database owner')?.meaning).toBe(
      'The database does not answer (ECONNREFUSED): check DATABASE_OWNER_URL.',
    );
    for (const area of ['Database probe', 'Notifications', 'Mail server', 'ClamAV', ...reached]) {
      expect(rowIn(printed, area)).toMatchObject({ state: 'error' });
    }
    expect(rowIn(printed, 'Stripe')?.meaning).toBe(`${nobody} cannot be reached (ECONNREFUSED).`);
  });

  it('asks providers for their first page only, without a key', { timeout: 60_000 }, async () => {
    const asked: string[] = [];
    const provider = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'without a key'}`);
      response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(provider, 'listening');
    const { port } = provider.address() as AddressInfo;
    const env = { SANDBOX: 'on', DATA_DIR: join(folder, 'none'), ...addressesAt(`127.0.0.1:${port}`) };
    const printed = await doctor(env, '--json');
    provider.close();
    for (const area of reached) expect(rowIn(printed, area)).toMatchObject({ state: 'configured' });
    expect(asked).toEqual(reached.map(() => 'HEAD / without a key'));
  });

  it('prints every mistake of the configuration', { timeout: 60_000 }, async () => {
    const { code, stderr } = await doctor({ NODE_ENV: 'production', SANDBOX: '', COUNTRY: 'FR' });
    expect(code).toBe(1);
    for (const name of ['COUNTRY', 'SECRET_KEY', 'PUBLIC_URL', 'TRUST_PROXY']) {
      expect(stderr).toMatch(new RegExp(`^${name} is `, 'm'));
    }
  });
});
