import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts, killServers, newEnvironment, ownEnvironment, startServer, stopServer } from './real-server.ts';
import { onPostgres } from './test-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-first-start-'));
let env: Record<string, string>;

beforeAll(async () => {
  env = await ownEnvironment(join(folder, 'data'));
});
afterAll(async () => {
  await killServers();
  rmSync(folder, { recursive: true, force: true });
});

describe('a start of the server', () => {
  it('prints one sentence for a wrong configuration', { timeout: 60_000 }, async () => {
    // biome-ignore format: a table
    const mistakes: [Record<string, string>, RegExp][] = [
      [{ COUNTRY: 'FR' },                                    /^the server did not start: COUNTRY is 'FR': write AU or NZ\.$/],
      [{ PORT: 'http' },                                     /PORT is 'http': write a whole number/],
      [{ NODE_ENV: 'production', SANDBOX: '' },              /SECRET_KEY is missing/],
      [{ BANK_ACCOUNT_NUMBER: '12', BANK_BSB: '062-000' },   /BANK_ACCOUNT_NUMBER is not right: Enter the account name/],
      [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' },  /The database does not answer \(ECONNREFUSED\): check DATABASE_URL/],
    ];
    for (const [mistake, sentence] of mistakes) {
      const error = await startServer({ ...env, ...mistake }).catch((caught: Error) => caught);
      expect(String((error as Error).message).trim()).toMatch(sentence);
    }
  });

  it('gives the card provider another port if its usual one is taken', { timeout: 120_000 }, async () => {
    const usual = Number(env.PORT) + 1_000;
    const squatter = createServer().listen(usual, '127.0.0.1');
    await once(squatter, 'listening');
    const server = await startServer(env);
    const policy = (await fetch(`${server.url}/health`)).headers.get('content-security-policy') ?? '';
    const origin = /frame-src 'self' blob: (http:\/\/localhost:(\d+));/.exec(policy);
    expect(Number(origin?.[2])).not.toBe(usual);
    expect(await (await fetch(`${origin?.[1]}/frame`)).text()).toContain('Card number');
    expect(await stopServer(server, 'SIGTERM')).toBe(0);
    await expect(startServer({ ...env, CARD_SANDBOX_PORT: String(usual) })).rejects.toThrow(
      `Port ${usual} is taken: stop what uses it, or set CARD_SANDBOX_PORT.`,
    );
    await once(squatter.close(), 'close');
  });

  it('migrates once, even if many servers start at once on a new database', { timeout: 90_000 }, async () => {
    const fresh = await newEnvironment(join(folder, 'fresh'));
    const ports = await freePorts(onPostgres ? 3 : 1);
    const servers = await Promise.all(ports.map((port) => startServer({ ...fresh, PORT: String(port) })));
    const codes = await Promise.all(servers.map((server) => stopServer(server, 'SIGTERM')));
    expect(new Set(codes)).toEqual(new Set([0]));
  });
});
