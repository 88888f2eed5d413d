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

/** A built web application of a few files. */
async function webOf(env: Record<string, string> = {}, changes: RateChange[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><script id="settings"></script><body>the web</body>');
  writeFileSync(join(folder, 'checkout.html'), '<!doctype html><body>the page of payers, without its data</body>');
  writeFileSync(join(folder, 'assets', 'first.js'), 'export {};');
  writeFileSync(join(folder, 'assets', 'first.js.br'), 'compressed');
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}');
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
  return Object.assign(get, { inject: app.inject.bind(app) });
}

const page = 'text/html,application/xhtml+xml,*/*;q=0.8';

describe('the addresses of the web', () => {
  // biome-ignore format: a table
  it.each<[string, string, string]>([
    ['a screen',                       '/',                                '200 text/html'],
    ['a screen of a record',           '/agencies/7/applications/9?a=b',   '200 text/html'],
    ['a screen with a slash',          '/calculator/',                     '200 text/html'],
    ['a file of the web',              '/assets/first.js',                 '200 application/javascript'],
    ['a file with a query',            '/assets/first.js?v=2',             '200 application/javascript'],
    ['a file beside the folders',      '/favicon.svg',                     '200 image/svg+xml'],
    ['a compressed form by its name',  '/assets/first.js.br',              '404 application/problem+json'],
    ['a file of the build tool',       '/.vite/manifest.json',             '404 application/problem+json'],
    ['a way out of a folder',          '/assets/../index.html',            '404 application/problem+json'],
    ['an encoded way out of a folder', '/assets/..%2findex.html',          '404 application/problem+json'],
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

  it('send a file compressed to a browser that accepts it, and say how long it may be kept', async () => {
    const { inject } = await webOf();
    const of = async (url: string, encodings: string) => {
      const { body, headers } = await inject({ url, headers: { 'accept-encoding': encodings } });
      return [body, headers['content-encoding'], headers['cache-control']];
    };
    const forever = 'public, max-age=31536000, immutable';
    expect(await of('/assets/first.js', 'br, gzip')).toEqual(['compressed', 'br', forever]);
    expect(await of('/assets/first.js', 'identity')).toEqual(['export {};', undefined, forever]);
    expect(await of('/favicon.svg', 'br')).toEqual(['<svg/>', undefined, 'no-cache']);
  });

  it('answer a file only to those who read', async () => {
    const get = await webOf();
    expect(await get('/assets/first.js', '*/*', 'HEAD')).toBe('200 application/javascript');
    expect(await get('/assets/first.js', '*/*', 'POST')).toBe('404 application/problem+json');
  });

  it('leave out the sandbox’s screens elsewhere', async () => {
    const get = await webOf(productionEnv);
    expect(await get('/sandbox/outbox')).toBe('404 application/problem+json');
    expect(await get('/agencies')).toBe('200 text/html');
  });
});
