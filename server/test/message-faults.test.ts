import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { faults } from './faults.ts';
import { freePorts, killServers, ownEnvironment, type RealServer, startServer, stopServer } from './real-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-messages-'));
let env: Record<string, string>;
let gateway: Server;
/** When the gateway was given the code. */
const arrivals: number[] = [];
let first: RealServer;
let second: RealServer;

async function postCode(): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL ?? '' });
  await client.connect();
  await client.query(`
    insert into messages (kind, channel, audience, recipient, body, state, is_urgent, next_attempt_date, created_date)
    values ('signing-code', 'sms', 'vendor', '+61412345678', 'Your code', 'queued', true, now(), now())`);
  await client.end();
}

describe('a server that is killed while it sends a code', () => {
  beforeAll(async () => {
    gateway = createServer((_request, response) => {
      arrivals.push(performance.now());
      // The first server never gets an answer.
      if (arrivals.length > 1) response.end();
    });
    gateway.listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    const [port] = await freePorts(1);
    const { port: smsPort } = gateway.address() as { port: number };
    env = await ownEnvironment(join(folder, 'data'));
    Object.assign(env, { SMS_URL: `http://127.0.0.1:${smsPort}/`, SMS_TOKEN: 'token' });
    first = await startServer(env);
    second = await startServer({ ...env, PORT: String(port) });
  }, 90_000);
  afterAll(async () => {
    second?.process.kill('SIGCONT');
    await killServers();
    gateway?.closeAllConnections();
    gateway?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('leaves it to another server, which sends it within five seconds', { timeout: 60_000 }, async () => {
    // So that the first server claims it.
    second.process.kill('SIGSTOP');
    await postCode();
    await vi.waitFor(() => expect(arrivals).toHaveLength(1), 10_000);
    await stopServer(first, 'SIGKILL');
    const killed = performance.now();
    second.process.kill('SIGCONT');
    await vi.waitFor(() => expect(arrivals).toHaveLength(2), 20_000);
    expect(faults.measured('code sent by another server', arrivals[1]! - killed)).toBeLessThan(5_000);
  });
});
