import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { exitCode, inRoot, start } from './command.ts';
import { freePort } from './local-server.ts';

/** A throwaway PostgreSQL. `url` is a maintenance database; use it to create others. */
export type Postgres = { url: string; stop(): Promise<void> };

type Owner = { uid?: number; gid?: number };

const isRoot = process.getuid?.() === 0;
const versionsFolder = '/usr/lib/postgresql';

function newestPrograms(): string | undefined {
  const versions = existsSync(versionsFolder) ? readdirSync(versionsFolder) : [];
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a));
  return newestFirst
    .map((version) => join(versionsFolder, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

function install(): void {
  if (!isRoot) throw new Error(`no PostgreSQL in ${versionsFolder}: install Debian's package postgresql`);
  console.log('Installing PostgreSQL');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  execFileSync('apt-get', ['update', ...wait], { env, stdio: 'pipe' });
  execFileSync('apt-get', ['install', '-y', ...wait, 'postgresql'], { env, stdio: 'pipe' });
}

function findPrograms(): string {
  if (!newestPrograms()) install();
  const found = newestPrograms();
  if (!found) throw new Error(`no PostgreSQL in ${versionsFolder} even after installing it`);
  return found;
}

/** PostgreSQL refuses to run as root, so root runs it as the user that the package created. */
function ownerOfCluster(): Owner {
  if (!isRoot) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function initialise(programs: string, folder: string, password: string, owner: Owner): void {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) {
    chownSync(folder, owner.uid, owner.gid);
    chownSync(passwordFile, owner.uid, owner.gid);
  }
  const identity = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const args = ['-D', join(folder, 'data'), '--encoding=UTF8', '--locale=C.UTF-8', ...identity];
  execFileSync(join(programs, 'initdb'), args, { ...owner, cwd: folder, stdio: 'pipe' });
}

function serve(programs: string, folder: string, port: number, owner: Owner, more: string[]): ChildProcess {
  const own = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=200'];
  const settings = [...own, ...more].flatMap((setting) => ['-c', setting]);
  const args = ['-D', join(folder, 'data'), '-p', String(port), ...settings];
  const env = { PATH: process.env.PATH, LC_MESSAGES: 'C' };
  return spawn(join(programs, 'postgres'), args, { ...owner, cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Resolves with undefined when connections are accepted, or with the log if the server ended. */
function ready(server: ChildProcess): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  let log = '';
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    // The pipe is read as long as the server runs, because a full pipe would block it. Only the last part is kept.
    log = (log + text).slice(-4000);
    if (log.includes('ready to accept connections')) resolve(undefined);
  });
  server.once('close', () => resolve(log));
  server.once('error', (error) => resolve(error.message));
  return promise;
}

async function serveOnFreePort(programs: string, folder: string, owner: Owner, more: string[], tries = 3) {
  const port = await freePort();
  const server = serve(programs, folder, port, owner, more);
  const problem = await ready(server);
  if (problem === undefined) return { port, server };
  // Another process may have taken the port meanwhile.
  if (tries > 1) return serveOnFreePort(programs, folder, owner, more, tries - 1);
  throw new Error(`PostgreSQL did not start:\n${problem}`);
}

/** `settings` such as 'shared_buffers=512MB' are added to those of a default installation. */
export async function startPostgres(settings: string[] = [], place = tmpdir()): Promise<Postgres> {
  const programs = findPrograms();
  const owner = ownerOfCluster();
  const folder = mkdtempSync(join(place, 'kerb-postgres-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const password = crypto.randomUUID();
    initialise(programs, folder, password, owner);
    const { port, server } = await serveOnFreePort(programs, folder, owner, settings);
    const stop = async () => {
      if (server.exitCode === null && server.signalCode === null) {
        // SIGINT is PostgreSQL's fast shutdown: it ends open connections and does not wait for them.
        server.kill('SIGINT');
        await once(server, 'exit');
      }
      remove();
    };
    return { url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`, stop };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Tests kill processes, never the machine. The kernel then keeps every committed write, so waiting for the disk would
 * only take time. A bench starts its own cluster, which waits as a real server does.
 */
const withoutDisk = ['fsync=off', 'full_page_writes=off', 'max_wal_size=256MB'];

const memory = '/dev/shm';
const leastFree = 4 * 1024 ** 3;

/**
 * Each test file has its own database of a thousand files. In memory it takes a tenth of the processor time to create
 * and drop one.
 */
function placeInMemory(): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < leastFree ? tmpdir() : memory;
}

/** Runs a command with its own PostgreSQL and exits with the command's exit code. */
async function runBeside(command: string, args: string[]): Promise<number> {
  const postgres = await startPostgres(withoutDisk, placeInMemory());
  try {
    // The PostgreSQL programs are in the path too, because pg_dump and pg_restore must have the server's version.
    const PATH = [inRoot('node_modules', '.bin'), findPrograms(), process.env.PATH].join(delimiter);
    const env = { PATH, DATABASE_URL: postgres.url, TEST_DATABASE_URL: postgres.url };
    const child = start(command, args, { env });
    // A signal ends the command first; otherwise the cluster would be left behind.
    const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
    process.on('SIGINT', passOn).on('SIGTERM', passOn);
    return await exitCode(child);
  } finally {
    await postgres.stop();
  }
}

if (import.meta.main) {
  const [command, ...args] = process.argv.slice(2).filter((word, position) => position > 0 || word !== '--');
  if (!command) {
    console.error('Usage: node scripts/postgres.ts -- COMMAND …');
    process.exit(1);
  }
  process.exitCode = await runBeside(command, args);
}
