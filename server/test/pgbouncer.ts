import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { daemonUser, debianProgram } from './debian-program.ts';
import { freePorts } from './real-server.ts';

const example = new URL('../../deploy/pgbouncer.ini', import.meta.url);

export type Pgbouncer = {
  /** The address of the same database and login, through PgBouncer. */
  through: (url: string, database?: 'kerb' | 'kerb_probe') => string;
  /** Runs a command of its console. */
  command: (text: string) => Promise<void>;
  stop: () => Promise<void>;
};

function replaced(text: string, changes: [RegExp, string][]): string {
  for (const [pattern, by] of changes) {
    if (!pattern.test(text)) throw new Error(`deploy/pgbouncer.ini has no ${pattern}`);
    text = text.replaceAll(pattern, by);
  }
  return text;
}

async function untilListening(child: ChildProcess): Promise<void> {
  let output = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4_000);
    if (output.includes('process up')) resolve();
  });
  child.once('exit', () => reject(new Error(`PgBouncer did not start: ${output}`)));
  await promise;
}

const consoleLogin = { user: 'kerb_pooler', password: 'console' };

/**
 * Debian's PgBouncer with the file of deploy/, in front of the database of `databaseUrl`. `urls` have the logins that
 * it lets in.
 */
export async function startPgbouncer(databaseUrl: string, urls: string[], poolSize: number): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-pgbouncer-'));
  const [port = 0] = await freePorts(1);
  const database = new URL(databaseUrl);
  const users = join(folder, 'userlist.txt');
  const file = join(folder, 'pgbouncer.ini');
  const logins = urls.map((url) => new URL(url)).map(({ username, password }) => `"${username}" "${password}"`);
  writeFileSync(users, [...logins, `"${consoleLogin.user}" "${consoleLogin.password}"`, ''].join('\n'));
  const settings = replaced(readFileSync(example, 'utf8'), [
    [/port=5432 dbname=kerb/g, `port=${database.port} dbname=${database.pathname.slice(1)}`],
    [/^listen_port = .*$/gm, `listen_port = ${port}`],
    [/^auth_file = .*$/gm, `auth_file = ${users}`],
    [/^default_pool_size = .*$/gm, `default_pool_size = ${poolSize}`],
  ]);
  writeFileSync(file, settings);
  const user = daemonUser();
  chmodSync(folder, 0o755);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(users, user.uid, user.gid);
  const child = spawn(debianProgram('pgbouncer'), [file], { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  await untilListening(child);

  const through = (url: string, name = 'kerb') => {
    const address = new URL(url);
    Object.assign(address, { port: String(port), pathname: `/${name}` });
    return address.href;
  };
  return {
    through,
    command: async (text) => {
      const client = new pg.Client({ host: '127.0.0.1', port, database: 'pgbouncer', ...consoleLogin });
      await client.connect();
      await client.query(text).finally(() => client.end());
    },
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
