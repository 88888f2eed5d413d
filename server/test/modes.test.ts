import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { dropLogins, withTwoRoles } from './logins.ts';
import { productionEnv } from './production.ts';
import { createAdmin, killServers, ownEnvironment, startServer } from './real-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-modes-'));
afterAll(async () => {
  await killServers();
  await dropLogins();
  rmSync(folder, { recursive: true, force: true });
});

/** What a start prints if it does not start. */
const refusalOf = (env: Record<string, string>): Promise<string> =>
  startServer(env).then(
    () => 'it started',
    (error: Error) => error.message.trim(),
  );

describe('a database', () => {
  it('of a sandbox is refused by production, and one of production by a sandbox', { timeout: 240_000 }, async () => {
    const { SECRET_KEY } = productionEnv;
    // create-admin is the documented first command of a deployment: the database belongs to its mode from then on.
    const ofSandbox = { ...(await ownEnvironment(join(folder, 'sandbox'))), SECRET_KEY };
    createAdmin(ofSandbox, 'first.admin@agency.test');
    expect(await refusalOf({ ...(await withTwoRoles(ofSandbox)), ...productionEnv })).toMatch(
      /^the server did not start: This database belongs to a sandbox, whose demo people .*$/,
    );

    const ofProduction = {
      ...(await withTwoRoles(await ownEnvironment(join(folder, 'production')))),
      ...productionEnv,
    };
    createAdmin(ofProduction, 'first.admin@agency.test');
    expect(() => createAdmin(ofProduction, 'First.Admin@agency.test')).toThrow(
      /First\.Admin@agency\.test has an account already: sign in with it, or write another address\.\n$/,
    );
    expect(await refusalOf({ ...ofProduction, NODE_ENV: '', SANDBOX: 'on' })).toMatch(
      /^the server did not start: This database belongs to a production deployment\. .*$/,
    );
  });
});
