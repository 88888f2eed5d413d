import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { daemonUser, debianProgram } from './debian-program.ts';
import { freePorts } from './real-server.ts';
import type { SmallDisk } from './small-disk.ts';
import { runOnServer, withDatabase } from './test-database.ts';

/** A cluster of PostgreSQL that a test may kill. The tests' own one is shared. */
export type Cluster = {
  port: number;
  url: string;
  /** The process that all others of the cluster belong to. */
  pid: () => number;
  /**
   * Ends it as a crash does: nothing is written any more. SIGQUIT is PostgreSQL's immediate shutdown: its processes end
   * without a checkpoint, and leave none behind. SIGKILL ends only the first; the others notice it and end.
   */
  kill: (signal?: 'SIGQUIT' | 'SIGKILL') => Promise<void>;
  /** Ends its sessions if it runs, and starts it again on the same port. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

const user = daemonUser();

function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `kerb-${name}-`));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Programs of PostgreSQL are in the path: scripts/postgres.ts puts them there. */
const runAs = (program: string, args: string[], folder: string) =>
  execFileSync(debianProgram(program), args, { ...user, cwd: folder, stdio: 'pipe' });

async function untilReady(server: ChildProcess): Promise<void> {
  let log = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4_000);
    if (/ready to accept (read-only )?connections/.test(log)) resolve();
  });
  server.once('exit', () => reject(new Error(`PostgreSQL ended: ${log}`)));
  await promise;
}

/** Test files run one after the other in a worker; each stops what it started. */
const clusters: Cluster[] = [];

/** Sessions of a cluster that was killed may still have its memory. */
const isLeftBehind = (error: Error) => /pre-existing shared memory block|lock file/.test(error.message);

async function serve(folder: string, settings: string[], disk?: SmallDisk): Promise<Cluster> {
  const [port = 0] = await freePorts(1);
  const own = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=60'];
  const options = [...own, ...settings].flatMap((setting) => ['-c', setting]);
  const command = [debianProgram('postgres'), '-D', join(folder, 'data'), '-p', String(port), ...options];
  const [program = '', ...args] = disk ? disk.asOrdinaryUser(command) : command;

  const start = async (): Promise<ChildProcess> => {
    const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe'];
    const started = spawn(program, args, { ...user, cwd: folder, stdio });
    await untilReady(started);
    return started;
  };
  const startAgain = async (until = Date.now() + 20_000): Promise<ChildProcess> => {
    try {
      return await start();
    } catch (error) {
      if (!isLeftBehind(error as Error) || Date.now() > until) throw error;
      await pause(50);
      return startAgain(until);
    }
  };
  let server = await start();
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  };
  const cluster: Cluster = {
    port,
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    pid: () => server.pid ?? 0,
    kill: (signal = 'SIGQUIT') => end(signal),
    restart: async () => {
      await end('SIGINT');
      server = await startAgain();
    },
    stop: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  clusters.push(cluster);
  return cluster;
}

/** Stops all clusters that this test file started, the copies before their primary. */
export async function stopClusters(): Promise<void> {
  for (const { stop } of clusters.splice(0).toReversed()) await stop();
}

export async function startCluster(settings: string[] = [], disk?: SmallDisk): Promise<Cluster> {
  const folder = newFolder('primary');
  const identity = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
  runAs('initdb', ['-D', join(folder, 'data'), '--no-sync', ...identity], folder);
  return serve(folder, settings, disk);
}

/** Creates the empty database of the product, and returns its address. */
export async function createDatabase({ url }: Cluster, options = ''): Promise<string> {
  await runOnServer(url, `create database kerb ${options}`);
  return databaseOf({ url });
}

/** The address of the product's database on a cluster or on its copy. */
export const databaseOf = ({ url }: Pick<Cluster, 'url'>): string => withDatabase(url, 'kerb');

/** A copy of a running cluster, as `pg_basebackup` makes it. */
export function baseBackup(from: Cluster, name: string, args: string[] = []): string {
  const folder = newFolder(name);
  const address = ['-h', '127.0.0.1', '-p', String(from.port), '-U', 'postgres'];
  const how = ['-D', join(folder, 'data'), '-X', 'stream', '-c', 'fast', '--no-sync'];
  runAs('pg_basebackup', [...address, ...how, ...args], folder);
  return folder;
}

/** Starts the cluster of a folder that `baseBackup` made. */
export const startCopy = (folder: string, settings: string[] = []): Promise<Cluster> => serve(folder, settings);

/** A standby that has every commit before it is acknowledged. */
export async function startStandby(primary: Cluster): Promise<Cluster> {
  const standby = await startCopy(baseBackup(primary, 'standby', ['-R']), ['cluster_name=standby']);
  // After the copy, so that the standby itself waits for nobody when it is promoted.
  await runOnServer(primary.url, `alter system set synchronous_standby_names = 'standby'`);
  await runOnServer(primary.url, 'select pg_reload_conf()');
  return standby;
}

/** A folder that PostgreSQL can write to. */
export const folderOfPostgres = (name: string): string => newFolder(name);
