import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtServer, hashOfServer } from '@kerb/server/built-server.ts';
import { openDatabase } from '@kerb/server/open-database.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import { logger, silentLog } from '@kerb/server/platform/log/log.ts';
import { explain } from '@kerb/server/start-up.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { freePorts, killServers, ownEnvironment, startServer, stopServer } from './real-server.ts';

const mainProgram = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const buildProgram = fileURLToPath(new URL('../../scripts/build-server.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kerb-start-'));
const buildOnce = () => {
  if (!builtServer()) execFileSync(process.execPath, [buildProgram]);
};
afterAll(async () => {
  await killServers();
  rmSync(folder, { recursive: true, force: true });
});

async function startThatFails(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [mainProgram], { env: { ...inherited, ...env } });
  let output = '';
  child.stdout.on('data', (bytes) => {
    output += bytes;
  });
  child.stderr.on('data', (bytes) => {
    output += bytes;
  });
  await once(child, 'exit');
  return { code: child.exitCode, output };
}

/** Seconds of processor time that a process has taken, from the kernel. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The names of the keys whose first day the database has. */
async function knownKeys(env: Record<string, string>): Promise<string[]> {
  const config = readConfig(env);
  const { db, close } = await openDatabase(config, logger(config));
  const rows = await db.selectFrom('knownKeys').select('name').execute();
  await close();
  return rows.map(({ name }) => name);
}

describe('a start', () => {
  it('says that the port is taken before it makes the demo data', { timeout: 60_000 }, async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const PORT = String((taken.address() as { port: number }).port);
    const { code, output } = await startThatFails({ PORT, DATA_DIR: join(folder, 'taken') });
    taken.close();
    expect({ code, output }).toEqual({
      code: 1,
      output: `Port ${PORT} is taken: stop what uses it, or set PORT.\n`,
    });
  });

  it('holds its port while it makes the demo data', { timeout: 60_000 }, async () => {
    const [port = 0] = await freePorts(1);
    const { DATABASE_URL: _, ...inherited } = process.env;
    const env = { ...inherited, PORT: String(port), DATA_DIR: join(folder, 'held') };
    const child = spawn(process.execPath, [mainProgram], { env });
    /** What a first connection meets that is not refused. */
    const answer = await vi.waitUntil(
      () =>
        fetch(`http://127.0.0.1:${port}/ready`).then(
          ({ status }) => `status ${status}`,
          ({ cause }: { cause: { code?: string } }) => cause.code !== 'ECONNREFUSED' && 'closed',
        ),
      { timeout: 50_000, interval: 20 },
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(answer).toBe('closed');
  });

  it.each(['/proc/kerb/data', '/dev/null/data'])(
    'says that it cannot write to %s',
    { timeout: 60_000 },
    async (dir) => {
      const [port] = await freePorts(1);
      const { code, output } = await startThatFails({ PORT: String(port), DATA_DIR: dir });
      expect(code).toBe(1);
      expect(output).toMatch(
        /^Cannot write to .* \((ENOENT|ENOTDIR|EACCES|EPERM)\): make it writable, or set DATA_DIR\.\n$/,
      );
    },
  );

  it('explains the objects that the embedded engine throws, which are no errors', () => {
    const thrown = (errno: number) => explain({ name: 'ErrnoError', errno } as NodeJS.ErrnoException);
    expect(thrown(51)).toBe('The disk is full: free some space and start again.');
    expect(thrown(69)).toMatch(/^Cannot write to /);
    expect(explain({ odd: 'thing' } as unknown as NodeJS.ErrnoException)).toContain("odd: 'thing'");
  });

  it('takes less processor time once its code is cached, and little if it is built', { timeout: 180_000 }, async () => {
    buildOnce();
    const cache = join(folder, 'cache');
    const env = { ...(await ownEnvironment(join(folder, 'cached'))), NODE_COMPILE_CACHE: cache };
    const spent: number[] = [];
    for (const args of [['--source'], ['--source'], [], []]) {
      const server = await startServer(env, args);
      spent.push(processorSeconds(server.process.pid ?? 0));
      await stopServer(server, 'SIGTERM');
    }
    const [cold = 0, warm = 0, , built = 0] = spent;
    expect(readdirSync(cache, { recursive: true }).length).toBeGreaterThan(100);
    expect(warm).toBeLessThan(cold);
    expect(await knownKeys(env)).toEqual(['SECRET_KEY']);
    expect(built).toBeLessThan(warm);
    // On a machine that does nothing else it is half a second. The embedded engine takes another second to start.
    expect(built).toBeLessThan(process.env.TEST_DATABASE_URL ? 2.5 : 6);
  });

  it('never runs a server that was built from other sources', () => {
    const builds = pathToFileURL(`${join(folder, 'builds')}/`);
    const build = (name: string) => {
      mkdirSync(new URL(name, builds), { recursive: true });
      writeFileSync(new URL(`${name}/serve.js`, builds), '');
    };
    build('of-another-release');
    // A build that is not finished has another name.
    build(`${hashOfServer()}.1234`);
    expect(builtServer(builds)).toBe(null);
    build(hashOfServer());
    expect(builtServer(builds)?.href).toContain(`${hashOfServer()}/serve.js`);
  });

  it('names source files in the stack of an error, also if it is built', { timeout: 120_000 }, async () => {
    buildOnce();
    const env = await ownEnvironment(join(folder, 'broken'));
    const { db, close } = await openDatabase(readConfig(env), silentLog);
    await sql`drop table known_keys`.execute(db);
    await close();
    const { code, output } = await startThatFails(env);
    expect(code).toBe(1);
    expect(output).toMatch(/server\/src\/features\/system\/keys\.ts:\d+:\d+/);
    expect(output).not.toContain('serve.js');
  });
});
