import { buildApp } from '@kerb/server/app.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stage, startStage } from '../../../test/harness.ts';
import { readableLog } from '../../../test/log-lines.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
const apps: App[] = [];
afterAll(async () => {
  for (const app of apps) await app.close();
});

/** The product with two calls that fail, and its log. */
async function failing(settings: { logsInFull: boolean }) {
  const { log, lines, text } = readableLog(settings);
  const app = await buildApp({ ...stage.deps, log });
  apps.push(app);
  app.get('/v1/broken', async () => {
    throw new TypeError('cannot read ann@example.com', { cause: new Error('born 1961-04-30') });
  });
  app.post('/v1/broken', async () => {
    await new Promise((later) => setImmediate(later));
    log.warn('deep within a request');
    throw new Error('no body would do');
  });
  return { app, lines, text };
}

describe('the id of a request', () => {
  // biome-ignore format: a table
  it.each([
    ['a UUID',               '0b9c3f52-1a2b-4c3d-8e4f-123456789abc'],
    ['an id of a proxy',     '7f3a9b2c1d4e5f60718293a4b5c6d7e8'],
    ['an id of a client',    'nightly-import_2.7'],
  ])('is kept: %s', async (_what, id) => {
    const answer = await stage.app.inject({ url: '/health', headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toBe(id);
  });

  // biome-ignore format: a table
  it.each([
    ['none',                      undefined],
    ['one that is too short',     'abc'],
    ['one that is too long',      'a'.repeat(129)],
    ['an email address',          'ann@example.com'],
    ['a phone number',            '+61412345678'],
    ['digits alone',              '4242424242424242'],
    ['a line break',              'abcdefgh\\nmore'],
    ['two',                       'abcdefgh, ijklmnop'],
  ])('is replaced by a new one for %s', async (_what, id) => {
    const answer = await stage.app.inject({ url: '/health', headers: id === undefined ? {} : { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  // biome-ignore format: a table
  it.each([
    ['JSON',                   'GET',  '/health'],
    ['a page',                 'GET',  '/login'],
    ['a redirect',             'GET',  '/pay/none'],
    ['a style sheet',          'GET',  '/login.css'],
    ['a refusal',              'GET',  '/v1/session'],
    ['an unknown call',        'GET',  '/v1/nothing'],
    ['an undecodable address', 'GET',  '/v1/%ff'],
    ['an unreadable body',     'POST', '/v1/session/refresh'],
  ] as const)('is in every response: %s', async (_what, method, url) => {
    const id = 'a-proxy-gave-this';
    const headers = { 'x-request-id': id, 'content-type': 'application/json' };
    const answer = await stage.app.inject({ method, url, headers, ...(method === 'POST' && { payload: '{' }) });
    expect(answer.headers['x-request-id']).toBe(id);
  });

  it('names the instance of a refusal, which explains itself and has no reference to show', async () => {
    const headers = { 'x-request-id': 'a-program-gave-this' };
    const refusal = (await stage.app.inject({ url: '/v1/session', headers })).json();
    expect(refusal.instance).toBe('/requests/a-program-gave-this');
    expect(refusal).not.toHaveProperty('requestId');
  });
});

describe('a failure', () => {
  it('is logged with its message, stack and causes, under the id of its response', async () => {
    const { app, lines } = await failing({ logsInFull: true });
    const answer = await app.inject('/v1/broken');
    const { requestId, displayText } = answer.json();
    expect([answer.statusCode, displayText]).toEqual([500, 'An unexpected error occurred.']);
    expect(answer.headers['x-request-id']).toBe(requestId);
    const line = lines().find(({ msg }) => msg === 'request failed');
    expect(line).toMatchObject({
      requestId,
      err: { name: 'TypeError', message: 'cannot read ann@example.com', cause: { message: 'born 1961-04-30' } },
    });
    expect(line?.err?.stack).toContain('request-id.test.ts');
    const about = lines().filter(({ msg }) => msg === 'incoming request' || msg === 'request completed');
    expect(about.map((each) => each.requestId)).toEqual([requestId, requestId]);
  });

  it('is logged without personal data in production', async () => {
    const { app, lines, text } = await failing({ logsInFull: false });
    await app.inject('/v1/broken');
    const line = lines().find(({ msg }) => msg === 'request failed');
    expect(line).toMatchObject({ err: { message: 'cannot read [email]', cause: { message: 'born [date]' } } });
    expect(text()).not.toMatch(/ann@|1961/);
  });

  it('has the id on every log line of its request, also after the body was read', async () => {
    const { app, lines } = await failing({ logsInFull: true });
    const { requestId } = (await app.inject({ method: 'POST', url: '/v1/broken', payload: { a: 1 } })).json();
    expect(lines().find(({ msg }) => msg === 'deep within a request')?.requestId).toBe(requestId);
    expect(lines().every((line) => line.requestId === requestId)).toBe(true);
  });
});

describe('a line', () => {
  it('is redacted in production if its text is an error’s message', () => {
    const { log, lines, text } = readableLog();
    log.warn(new Error('for ann@example.com'));
    log.warn({ err: new Error('for ann@example.com') });
    log.warn('for ann@example.com');
    expect(text()).not.toContain('ann@');
    expect(lines().map(({ msg }) => msg)).toEqual(['an error', 'an error', 'for [email]']);
  });
});
