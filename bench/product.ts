import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { buildApp } from '@kerb/server/app.ts';
import { type Config, readConfig } from '@kerb/server/platform/config.ts';
import { openPostgres } from '@kerb/server/platform/database/database.ts';
import { claimOf } from '@kerb/server/platform/deployment.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { adoptFolder } from '@kerb/server/platform/store-marker.ts';
import { openDeps } from '@kerb/server/start-up.ts';
import type { InjectOptions } from 'fastify';
import { inRoot } from '../scripts/command.ts';
import { freePort, untilAnswered } from '../scripts/local-server.ts';
import type { Statement } from '../server/test/record-statements.ts';
import { applicationUrl } from './generate.ts';
import { type SignedIn, signIn } from './sign-in.ts';

type Signing = { config: Config; signIn: (userId: number) => Promise<SignedIn> };
/** The product in this process, called without a network. */
export type Inside = Signing & {
  get: (path: string, signedIn: SignedIn) => Promise<void>;
  put: (path: string, signedIn: SignedIn, body: object) => Promise<void>;
  /** Runs a job of the product. */
  run: (job: (deps: Deps) => Promise<void>) => Promise<void>;
  close: () => Promise<void>;
};
/** The product in its own process, as deployed. */
export type Outside = Signing & {
  url: string;
  memoryBytes: () => number;
  /** The processor time that the process has used so far. */
  cpuMs: () => number;
  /** From the start of the process to its first answer that it is ready. */
  readyMs: number;
  stop: () => Promise<void>;
};

/** The same key in every run, because a kept database has keys that were encrypted with it. */
const secretKey = Buffer.alloc(32, 'bench').toString('base64');

/** As in production, the product connects with a login that owns nothing, and migrates with the owner's. */
const settings = async (databaseUrl: string, dataDir: string, port: number) => ({
  DATABASE_URL: await applicationUrl(databaseUrl),
  DATABASE_OWNER_URL: databaseUrl,
  DATA_DIR: dataDir,
  PORT: String(port),
  SECRET_KEY: secretKey,
  NODE_ENV: 'production',
  PUBLIC_URL: `https://localhost:${port}`,
  TRUST_PROXY: 'off',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  // Without them no agreement can be drawn.
  CREDIT_LICENCE_NUMBER: '000000',
  DISPUTE_SCHEME: 'Benchmark',
  // Uploads are part of the mixed load. A scanner's time is not ours.
  FILE_SCANNING: 'off',
  // No load balancer has to notice that a server stops.
  DRAIN_SECONDS: '0',
});

export async function openInside(databaseUrl: string, dataDir: string): Promise<Inside> {
  const config = readConfig(await settings(databaseUrl, dataDir, 0));
  const { deps, close } = await openDeps(config);
  // A database that is kept for several runs has a new folder in each.
  await adoptFolder(deps.fileStore, deps.db, claimOf(config, deps.secrets));
  const app = await buildApp(deps);
  const ask = async (request: InjectOptions) => {
    const answer = await app.inject(request);
    if (answer.statusCode !== 200) throw new Error(`${request.url} answered ${answer.statusCode}: ${answer.body}`);
  };
  return {
    config,
    signIn: (userId) => signIn(deps.db, config, userId),
    get: (url, { headers }) => ask({ method: 'GET', url, headers }),
    put: (url, { headers }, body) => ask({ method: 'PUT', url, headers, payload: body }),
    run: (job) => job(deps),
    close: async () => {
      await app.close();
      await close();
    },
  };
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** The resident memory of the process, from the kernel. */
const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;

const ticksPerSecond = 100;
/** Of all threads of the process, in user and system mode: the 14th and 15th field. The name may contain spaces. */
function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [, , , , , , , , , , , user, system] = stat
    .slice(stat.lastIndexOf(')') + 1)
    .trim()
    .split(' ');
  return ((Number(user) + Number(system)) * 1_000) / ticksPerSecond;
}

/** `compiled` is the folder of compiled code, if it is not the usual one. */
export async function startOutside(databaseUrl: string, dataDir: string, compiled?: string): Promise<Outside> {
  const port = await freePort();
  const env = await settings(databaseUrl, dataDir, port);
  const config = readConfig(env);
  const since = performance.now();
  const child = fork(inRoot('server', 'src', 'main.ts'), {
    env: { ...process.env, ...env, ...(compiled && { NODE_COMPILE_CACHE: compiled }) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://localhost:${port}`;
  await untilAnswered(`${url}/ready`, child, 60_000, 5).catch(async (error: unknown) => {
    await stopChild(child);
    throw error;
  });
  const readyMs = performance.now() - since;
  const { db, close } = openPostgres(databaseUrl, 2, silentLog);
  return {
    config,
    url,
    signIn: (userId) => signIn(db, config, userId),
    memoryBytes: () => memoryOf(child.pid!),
    cpuMs: () => cpuOf(child.pid!),
    readyMs,
    stop: async () => {
      await close();
      await stopChild(child);
    },
  };
}

async function startPlain(program: string, settings: NodeJS.ProcessEnv, requests?: Statement[][]) {
  const port = await freePort();
  // 'advanced' keeps bytes as bytes.
  const env = { ...process.env, ...settings, PORT: String(port) };
  const child = fork(inRoot('bench', program), { env, serialization: 'advanced' });
  if (requests) child.send(requests);
  await Promise.race([once(child, 'message'), once(child, 'exit')]);
  return { url: `http://127.0.0.1:${port}/`, stop: () => stopChild(child) };
}

/** The server with only the statements. */
export const startBare = (databaseUrl: string, requests: Statement[][]) =>
  startPlain('bare-server.ts', { BARE_DATABASE_URL: databaseUrl }, requests);

/** The server with only one page. */
export const startLean = (databaseUrl: string) => startPlain('lean-server.ts', { LEAN_DATABASE_URL: databaseUrl });
