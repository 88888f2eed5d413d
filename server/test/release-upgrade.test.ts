import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { faults } from './faults.ts';
import { callOf, countsByStatus, createCampaigns } from './real-client.ts';
import {
  freePorts,
  killServers,
  newEnvironment,
  type RealServer,
  signInWithLink,
  startServer,
  stopServer,
} from './real-server.ts';

/** The last commit whose newest migration is 0084: from there on, servers work during an upgrade. */
const releaseBefore = '654b48456870d84aff2ee74c241e8163065121ac';
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kerb-release-'));
afterAll(async () => {
  await killServers();
  rmSync(folder, { recursive: true, force: true });
});

/** The code of the release before, with the packages of this one. */
function checkOut(commit: string): string {
  const tree = join(folder, 'before');
  mkdirSync(tree);
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', tree], { input: archive });
  const modules = join(tree, 'node_modules');
  mkdirSync(join(modules, '@kerb'), { recursive: true });
  const packages = readdirSync(join(root, 'node_modules')).filter((name) => name !== '@kerb');
  for (const name of packages) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const name of ['domain', 'server', 'web']) symlinkSync(join(tree, name), join(modules, '@kerb', name));
  return tree;
}

type Env = Record<string, string>;
const programIn = (tree: string, name: string) => join(tree, 'server', 'src', `${name}.ts`);
const startIn = (tree: string, env: Env) => startServer(env, [], () => [process.execPath, programIn(tree, 'main')]);
/** Does not block this process, which sends the load. */
async function run(tree: string, name: string, env: Env, ...args: string[]): Promise<string> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const options = { env: { ...inherited, ...env } };
  return (await promisify(execFile)(process.execPath, [programIn(tree, name), ...args], options)).stdout;
}

type Answered = { what: string; status: number };

/** Requests to the servers of the list, in turn. A load balancer takes a server out before it stops. */
function startLoad(servers: RealServer[], token: string, campaigns: readonly { id: number }[]) {
  const answers: Answered[] = [];
  let isOver = false;
  let sent = 0;
  const ask = async (what: string, method: string, path: string, body?: object) => {
    const { url } = servers[sent++ % servers.length]!;
    const { status } = await callOf(url, token)(method, path, body);
    answers.push({ what, status });
  };
  const person = async ({ id }: { id: number }) => {
    for (let n = 0; !isOver; n += 1) {
      await ask('list', 'GET', '/v1/agreements?perPage=10');
      await ask('read', 'GET', `/v1/agreements/${id}`);
      await ask('save', 'PUT', `/v1/agreements/${id}`, { campaignNotes: `note ${n}` });
      await ask('create', 'POST', '/v1/tenants', { name: `Estate ${id} ${n}` });
    }
  };
  const people = campaigns.map(person);
  const stop = async () => {
    isOver = true;
    await Promise.all(people);
  };
  return { answers, stop };
}

it('servers of the release before become servers of this one, and no request fails', { timeout: 300_000 }, async () => {
  // It starts six servers, and needs the history of the repository.
  if (!faults.isLong) return;
  const before = checkOut(releaseBefore);
  const shared = {
    ...(await newEnvironment(join(folder, 'data'))),
    SECRET_KEY: Buffer.alloc(32, 3).toString('base64'),
  };
  const link = new URL((await run(before, 'create-admin', shared, 'upgrade@example.com', 'First', 'Admin')).trim());
  const envs = (await freePorts(2)).map((port) => ({ ...shared, PORT: String(port) }));
  const old: RealServer[] = [];
  for (const env of envs) old.push(await startIn(before, env));
  const token = await signInWithLink(old[0]!.url, link.pathname + link.search, 'a long password here');
  const campaigns = await createCampaigns(callOf(old[0]!.url, token), 4);

  const serving = [...old];
  const { answers, stop } = startLoad(serving, token, campaigns);
  await pause(1_000);
  const since = performance.now();
  const answeredBefore = answers.length;
  expect(await run(root, 'migrate', shared)).toBe('The database has the form of this release.\n');
  faults.measured('migrations of this release under load of the one before', performance.now() - since);
  expect(answers.length).toBeGreaterThan(answeredBefore + 50);
  await pause(1_000);
  const answeredByOld = answers.length;
  for (const [at, server] of old.entries()) {
    serving.splice(serving.indexOf(server), 1);
    expect(await stopServer(server, 'SIGTERM')).toBe(0);
    serving.push(await startIn(root, envs[at]!));
    await pause(1_000);
  }
  await stop();

  expect(answeredByOld).toBeGreaterThan(100);
  expect(answers.length).toBeGreaterThan(answeredByOld);
  expect(Object.keys(countsByStatus(answers))).toEqual(['200', '201']);
  await expect(startIn(before, { ...envs[0]!, PORT: String((await freePorts(1))[0]) })).rejects.toThrow(
    'The database is newer than this release',
  );
});
