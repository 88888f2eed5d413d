import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ConfigError } from '@kerb/server/platform/config.ts';

function addressOf(folder: string): string {
  const name = `kerb-${createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 24)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  // Linux's abstract sockets leave no file behind. On other systems, a connection attempt shows whether the file is
  // stale or its owner is running.
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

const listen = (address: string) =>
  new Promise<Server>((done, failed) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', failed).listen(address, () => done(server.unref()));
  });

const isAnswered = (address: string) =>
  new Promise<boolean>((done) => {
    const socket = connect(address, () => {
      socket.destroy();
      done(true);
      // No answer is the normal case: the socket file is stale.
    }).once('error', () => done(false));
  });

/**
 * The embedded engine takes no lock, and two processes on one folder silently lose rows. A listening socket works as a
 * lock: it ends with its process, even after kill -9. A pid file can be wrong, because pids are reused.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const address = addressOf(folder);
  let server: Server;
  try {
    server = await listen(address);
  } catch {
    // The address is taken, by a running owner or by a stale file. Any other error occurs again in the second attempt.
    if (await isAnswered(address)) {
      throw new ConfigError(`The data folder ${folder} is in use by another server: stop it, or set DATA_DIR.`);
    }
    rmSync(address, { force: true });
    server = await listen(address);
  }
  return () => void server.close();
}
