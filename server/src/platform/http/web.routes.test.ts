import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RateChange } from '@kerb/domain/countries/country-rates.ts';
import { clockOf } from '@kerb/server/platform/clock.ts';
import { readConfig } from '@kerb/server/platform/config.ts';
import { webRoutes } from '@kerb/server/platform/http/web.routes.ts';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { productionEnv } from '../../../test/production.ts';

/** A built web application of two files. */
async function webOf(env: Record<string, string> = {}, changes: RateChange[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script id="settings"></script><body>the web</body>');
  writeFileSync(join(folder, 'checkout.html'), '<!doctype html><body>the page of payers, without its data</body>');
  writeFileSync(join(folder, 'assets', 'first.js'), 'export {};');
  const app = Fastify();
  const config = readConfig({ SECRET_KEY: Buffer.alloc(32, 7).toString('base64'), ...env });
  const clock = clockOf();
  await webRoutes(
    app,
    {
      config,
      clock,
      rates: { changes: () => changes },
      identity: null,
      addresses: null,
    },
    `${folder}/`,
  );
  const get = async (url: string, accept = '*/*', method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
    const { statusCode, headers } = await app.inject({ method, url, headers: { accept } });
    return `${statusCode} ${String(headers['content-type']).split(';')[0]}`;
  };
  return get;
}

const page = 'text/html,application/xhtml+xml,*/*;q=0.8';

describe('the addresses of the web', () => {
  // biome-ignore format: a table
  it.each<[string, string, string]>([
    ['a screen',                       '/',                                '200 text/html'],
    ['a screen of a record',           '/agencies/7/applications/9?a=b',   '200 text/html'],
    ['a screen with a slash',          '/calculator/',                     '200 text/html'],
    ['a file of the web',              '/assets/first.js',                 '200 application/javascript'],
    ['a sandbox screen',               '/sandbox/outbox',                  '200 text/html'],
    ['a file that nobody wrote',       '/assets/other.js',                 '404 application/problem+json'],
    ['the payer’s page as a file',     '/checkout.html',                   '404 application/problem+json'],
    ['a folder of files',              '/assets/',                         '404 application/problem+json'],
    ['the repository',                 '/.git/config',                     '404 application/problem+json'],
    ['a path of other software',       '/wp-login.php',                    '404 application/problem+json'],
    ['a path below a screen',          '/calculator/extra',                '404 application/problem+json'],
    ['an unknown call',                '/v1/nothing',                      '404 application/problem+json'],
  ])('%s', async (_what, url, expected) => {
    const get = await webOf();
    expect(await get(url)).toBe(expected);
  });

  it('show the web’s own page to a person who opens an unknown one, with 404', async () => {
    const get = await webOf();
    expect(await get('/nowhere/at/all', page)).toBe('404 text/html');
    expect(await get('/v1/nothing', page)).toBe('404 application/problem+json');
    expect(await get('/nowhere/at/all', page, 'POST')).toBe('404 application/problem+json');
    expect(await get('/calculator', page, 'HEAD')).toBe('200 text/html');
  });

  it('leave out the sandbox’s screens elsewhere', async () => {
    const get = await webOf(productionEnv);
    expect(await get('/sandbox/outbox')).toBe('404 application/problem+json');
    expect(await get('/agencies')).toBe('200 text/html');
  });
});
