import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReportRow } from '@kerb/server/platform/report.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { productionEnv } from './production.ts';
import { createAdmin, ownEnvironment } from './real-server.ts';

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

  it('reports a database and a mail server that do not answer as errors', { timeout: 60_000 }, async () => {
    const DATABASE_URL = 'postgres://kerb@127.0.0.1:1/kerb';
    const printed = await doctor({ SANDBOX: 'on', DATABASE_URL, SMTP_URL: 'smtp://127.0.0.1:1' }, '--json');
    expect(printed.code).toBe(1);
    expect(rowIn(printed, 'Database state')?.meaning).toMatch(/^The database does not answer \(ECONNREFUSED\)/);
    expect(rowIn(printed, 'Mail server')).toMatchObject({ state: 'error' });
  });

  it('prints every mistake of the configuration', { timeout: 60_000 }, async () => {
    const { code, stderr } = await doctor({ NODE_ENV: 'production', SANDBOX: '', COUNTRY: 'FR' });
    expect(code).toBe(1);
    for (const name of ['COUNTRY', 'SECRET_KEY', 'PUBLIC_URL', 'TRUST_PROXY']) {
      expect(stderr).toMatch(new RegExp(`^${name} is `, 'm'));
    }
  });
});
