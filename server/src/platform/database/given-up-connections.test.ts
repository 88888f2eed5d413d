import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Watch, watchedBy } from '@kerb/server/platform/database/watched-client.ts';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

/** A database that does with each connection what the test says. */
async function aServer(onConnection: (socket: Socket) => void): Promise<number> {
  const server: Server = createServer(onConnection).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closings.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

const timeLimitMs = 150;
async function failToConnect(watch: Watch, port: number): Promise<void> {
  const pool = new pg.Pool({
    host: '127.0.0.1',
    port,
    connectionTimeoutMillis: timeLimitMs,
    Client: watchedBy(watch),
  } as pg.PoolConfig);
  pool.on('error', () => {});
  await expect(pool.query('select 1')).rejects.toThrow();
  await pool.end();
}

describe('the silence of a database', () => {
  it('goes on while we give up one connection after the other', async () => {
    const watch = new Watch();
    const port = await aServer((socket) => void closings.push(() => socket.destroy()));
    for (let n = 0; n < 3; n += 1) await failToConnect(watch, port);
    expect(watch.silentMs()).toBeGreaterThan(2.5 * timeLimitMs);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['closed', (socket) => socket.end()],
    ['reset', (socket) => socket.resetAndDestroy()],
  ])('ends when a connection is %s by it', async (_how, close) => {
    const watch = new Watch();
    await failToConnect(watch, await aServer((socket) => void socket.once('data', () => close(socket))));
    await vi.waitFor(() => expect(watch.silentMs()).toBe(0));
  });

  it('ends when it refuses a connection', async () => {
    const watch = new Watch();
    const port = await aServer(() => {});
    for (const close of closings.splice(0)) await close();
    await failToConnect(watch, port);
    await vi.waitFor(() => expect(watch.silentMs()).toBe(0));
  });
});
