import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReportRow } from '@kerb/server/platform/report.ts';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { aLogin, dropLogins } from './logins.ts';
import { productionEnv } from './production.ts';
import { createAdmin, killServers, newEnvironment, startServer, stopServer } from './real-server.ts';
import { onPostgres, runOnServer } from './test-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-roles-'));
const databases: string[] = [];
afterAll(async () => {
  await killServers();
  const cluster = process.env.TEST_DATABASE_URL;
  for (const name of databases) await runOnServer(cluster ?? '', `drop database ${name} with (force)`);
  await dropLogins();
  rmSync(folder, { recursive: true, force: true });
});

type Env = Record<string, string>;
type Printed = { code: number; stdout: string; stderr: string };

function command(name: string, env: Env, ...args: string[]): Promise<Printed> {
  const program = fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url));
  const { DATABASE_URL: _, ...inherited } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env: { ...inherited, ...env } }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const refusalOf = (env: Env): Promise<string> =>
  startServer(env).then(
    () => 'it started',
    (error: Error) => error.message.trim().replace('the server did not start: ', ''),
  );

/** What doctor reports as an error in an area. */
async function doctorSays(env: Env, area: string): Promise<string | undefined> {
  const { stdout } = await command('doctor', env, '--json');
  return (JSON.parse(stdout) as ReportRow[]).find((row) => row.area === area && row.state === 'error')?.meaning;
}

async function refusedTo(url: string, statements: string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const messages: string[] = [];
  for (const statement of statements) {
    await client.query(statement).then(
      () => messages.push(`allowed: ${statement}`),
      (error: Error) => messages.push(error.message),
    );
  }
  await client.end();
  return messages;
}

/** A new database of a production deployment, with the roles that docs/operations.md creates. */
async function aDeployment() {
  const made = await newEnvironment(join(folder, 'data'));
  const asAdmin = made.DATABASE_URL ?? '';
  const name = new URL(asAdmin).pathname.slice(1);
  databases.push(name);
  const owner = await aLogin(asAdmin);
  const app = await aLogin(asAdmin, 'in role kerb_run');
  await runOnServer(asAdmin, `alter database ${name} owner to ${owner.name}`);
  await runOnServer(asAdmin, `revoke connect on database ${name} from public`);
  await runOnServer(asAdmin, `grant connect on database ${name} to ${app.name}`);
  return { env: { ...made, ...productionEnv, DATABASE_URL: app.url }, owner, app, asAdmin };
}

describe('production on PostgreSQL', () => {
  it('starts only with a role that owns no table', { timeout: 240_000 }, async () => {
    if (!onPostgres) return;
    const { env, owner, app, asAdmin } = await aDeployment();
    const needsOwner = /^The database has to be upgraded by its owner: run `node server\/src\/migrate\.ts` .*$/;
    expect(await refusalOf(env)).toMatch(needsOwner);
    expect(await doctorSays(env, 'Database state')).toMatch(needsOwner);
    const owns = (user: string) => new RegExp(`^DATABASE_URL connects as ${user}, who owns the tables or may .*$`);
    expect(await refusalOf({ ...env, DATABASE_URL: owner.url })).toMatch(owns(owner.name));
    expect(await refusalOf({ ...env, DATABASE_URL: asAdmin })).toMatch(owns(new URL(asAdmin).username));

    expect(await command('migrate', { ...env, DATABASE_OWNER_URL: owner.url })).toMatchObject({
      code: 0,
      stdout: 'The database has the form of this release.\n',
    });
    const server = await startServer(env);
    expect((await fetch(`${server.url}/ready`)).status).toBe(200);
    await stopServer(server, 'SIGTERM');

    await runOnServer(asAdmin, `insert into migrations values ('9999-of-the-next-release', now())`);
    const newer = 'The database is newer than this release (it has 9999-of-the-next-release): start the newer release.';
    expect(await refusalOf(env)).toBe(newer);
    expect((await command('doctor', env, '--json')).stdout).toContain(newer);
    await runOnServer(asAdmin, `delete from migrations where name = '9999-of-the-next-release'`);
    createAdmin(env, 'first.admin@agency.test');
    const report = JSON.parse((await command('doctor', env, '--json')).stdout) as { area: string; state: string }[];
    expect(report.find(({ area }) => area === 'Database role')).toMatchObject({ state: 'configured' });

    const refusals = await refusedTo(app.url, [
      `set role ${owner.name}`,
      `update log_entries set user_name = 'x'`,
      'delete from ledger_entries',
      'alter table log_entries disable trigger user',
      'drop table log_entries',
      'drop table jobs.job',
      `select pg_read_file('/etc/passwd')`,
    ]);
    expect(refusals).toEqual(refusals.map(() => expect.stringMatching(/^(permission denied|must be owner)/)));
  });

  it('is refused to a login that is no member of the role that runs', { timeout: 60_000 }, async () => {
    if (!onPostgres) return;
    const { env, owner, asAdmin } = await aDeployment();
    const stranger = await aLogin(asAdmin);
    const name = new URL(asAdmin).pathname.slice(1);
    await runOnServer(asAdmin, `grant connect on database ${name} to ${stranger.name}`);
    const start = { ...env, DATABASE_OWNER_URL: owner.url, DATABASE_URL: stranger.url };
    const noMember = `${stranger.name} is not a member of kerb_run: run \`grant kerb_run to ${stranger.name}\`.`;
    expect(await refusalOf(start)).toBe(noMember);
    expect(await doctorSays(start, 'Database login')).toBe(noMember);
    const notOwner = { ...start, DATABASE_OWNER_URL: stranger.url };
    expect(await doctorSays(notOwner, 'Database owner')).toBe(
      `DATABASE_OWNER_URL connects as ${stranger.name}, who does not own the tables.`,
    );
  });
});
