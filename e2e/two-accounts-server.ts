import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type TestInfo, test } from '@playwright/test';
import { country, facts } from './country.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Beside the ports of the countries' servers. */
const portsAway = 20;

const isReady = async (address: string): Promise<boolean> => {
  try {
    return (await fetch(`${address}/ready`)).ok;
  } catch {
    return false;
  }
};

export type TwoAccounts = {
  address: string;
  /** Where the only admin chooses a password. */
  invitation: string;
  stop: () => Promise<void>;
};

/** A sandbox of its own without demo data, in which our money has a bank account of its own. */
export async function startTwoAccounts({ project }: TestInfo): Promise<TwoAccounts> {
  test.setTimeout(180_000);
  const port = String(Number(new URL(project.use.baseURL ?? '').port) + portsAway);
  const address = `http://localhost:${port}`;
  const folder = join(root, '.cache', 'e2e', `two-accounts-${project.name}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { DATABASE_URL: _none, ...inherited } = process.env;
  const sandbox = { SANDBOX: 'on', DEMO_DATA: 'off', COUNTRY: country(), PORT: port, DATA_DIR: folder };
  const settings = { cwd: root, env: { ...inherited, ...sandbox, ...facts().operatingAccount } };
  const admin = ['server/src/create-admin.ts', 'ada@example.com', 'Ada', 'Sampleton'];
  const invitation = execFileSync(process.execPath, admin, { ...settings, encoding: 'utf8' }).trim();
  const server = spawn(process.execPath, ['server/src/main.ts'], settings);
  server.stdout.pipe(createWriteStream(`${folder}.log`));
  while (server.exitCode === null && !(await isReady(address))) await wait(200);
  if (server.exitCode !== null) throw new Error(`The server with two accounts did not start: see ${folder}.log`);
  const stop = async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
  };
  return { address, invitation, stop };
}
