import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';
import { copyTemplate, embeddedTemplate, postgresTemplate, withDatabase } from './test-database.ts';

const server = fileURLToPath(new URL('../src/', import.meta.url));

/** Free ports. All are held open while they are chosen, so that they differ. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => (probe.address() as { port: number }).port);
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  return ports;
}

/** The settings of an empty sandbox. */
export const emptySandbox = { SANDBOX: 'on', DEMO_DATA: 'off', LOG_LEVEL: 'silent' };

/** The environment of a separate server without a database: an empty sandbox, on PostgreSQL if the tests run on it. */
export async function newEnvironment(dataDir: string, template = 'template1'): Promise<Record<string, string>> {
  const [port] = await freePorts(1);
  const env: Record<string, string> = { ...emptySandbox, PORT: String(port), DATA_DIR: dataDir };
  const url = process.env.TEST_DATABASE_URL;
  if (url) {
    const name = `kerb_real_${randomBytes(6).toString('hex')}`;
    await copyTemplate(url, name, template);
    env.DATABASE_URL = withDatabase(url, name);
  }
  return env;
}

/** The same with a copy of the migrated database, which is much faster than to migrate again. */
export async function ownEnvironment(dataDir: string): Promise<Record<string, string>> {
  const env = await newEnvironment(dataDir, postgresTemplate);
  if (!env.DATABASE_URL) {
    const folder = join(dataDir, 'database', 'postgres');
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['-xf', fileURLToPath(embeddedTemplate), '-C', folder], { stdio: 'pipe' });
  }
  return env;
}

const inherited = () => {
  const { DATABASE_URL: _, ...rest } = process.env;
  return rest;
};

const children: ChildProcess[] = [];

export type RealServer = { url: string; process: ChildProcess; output: () => string };

type Around = (command: string[]) => string[];

/**
 * Starts the product in its own process and waits until it is ready. Throws with its output if it ends. `around` may
 * start it by another program, which becomes the product.
 */
export async function startServer(
  env: Record<string, string>,
  args: string[] = [],
  around: Around = (command) => command,
): Promise<RealServer> {
  const [program = '', ...rest] = around([process.execPath, `${server}main.ts`, ...args]);
  const child = spawn(program, rest, { env: { ...inherited(), ...env } });
  children.push(child);
  let output = '';
  child.stdout.on('data', (bytes) => {
    output += bytes;
  });
  child.stderr.on('data', (bytes) => {
    output += bytes;
  });
  const url = `http://127.0.0.1:${env.PORT}`;
  const giveUp = Date.now() + 60_000;
  while (child.exitCode === null && Date.now() < giveUp) {
    const isReady = await fetch(`${url}/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return { url, process: child, output: () => output };
    await new Promise((again) => setTimeout(again, 50));
  }
  throw new Error(`the server did not start: ${output}`);
}

/** Several servers of one deployment. */
export async function startServers(env: Record<string, string>, count: number): Promise<RealServer[]> {
  const ports = await freePorts(count);
  return Promise.all(ports.map((port) => startServer({ ...env, PORT: String(port) })));
}

export async function stopServer(
  { process: child }: Pick<RealServer, 'process'>,
  signal: 'SIGKILL' | 'SIGTERM',
): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}

/**
 * Ends the leases of a killed server on its idempotency keys, so that a repeated request need not wait until they
 * expire. Call it while no server runs: nobody holds a lease then.
 */
export async function endLeases(db: Database): Promise<void> {
  await sql`update idempotency_keys set lease_until = clock_timestamp() - interval '1 second'
    where status is null`.execute(db);
}

/** Kills all servers that still run, including those that never became ready. */
export async function killServers(): Promise<void> {
  for (const child of children) await stopServer({ process: child }, 'SIGKILL');
}

/** Creates an admin by the documented command and returns the path of the link that sets their password. */
export function createAdmin(env: Record<string, string>, emailAddress: string): string {
  const args = [`${server}create-admin.ts`, emailAddress, 'First', 'Admin'];
  const printed = execFileSync(process.execPath, args, { env: { ...inherited(), ...env }, encoding: 'utf8' });
  const link = new URL(printed.trim());
  return link.pathname + link.search;
}

/** Signs in like a browser: page, cookie, tickets, exchange. */
export async function signInWithLink(url: string, path: string, password: string): Promise<string> {
  const token = new URL(path, url).searchParams.get('token') ?? '';
  const page = await fetch(url + path);
  // The page has a second form, for a passkey in place of the password.
  const [form = ''] = (await page.text()).split('</form>');
  const hidden = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
    /name="([^"]*)"/.exec(tag)?.[1] ?? '',
    /value="([^"]*)"/.exec(tag)?.[1] ?? '',
  ]);
  const body = new URLSearchParams([...hidden, ['password', password]]);
  if (!body.has('token')) body.set('token', token);
  const set = await fetch(url + path, { method: 'POST', body, redirect: 'manual' });
  const cookie = set.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { searchParams } = new URL(set.headers.get('location') ?? '', url);
  const exchanged = await fetch(`${url}/v1/session/exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({
      accessToken: searchParams.get('access_token'),
      refreshToken: searchParams.get('refresh_token'),
    }),
  });
  const { accessToken } = (await exchanged.json()) as { accessToken: string };
  if (!accessToken) throw new Error(`signing in failed: ${set.status} ${exchanged.status}`);
  return accessToken;
}
