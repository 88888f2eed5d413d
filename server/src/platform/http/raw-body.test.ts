import type { App } from '@kerb/server/platform/http/mount.ts';
import { withRawBody } from '@kerb/server/platform/http/raw-body.ts';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';

describe('a raw body', () => {
  const app = Fastify() as unknown as App;
  withRawBody(app, 100, (scope) => {
    scope.post('/raw', async (request) => {
      const body = request.body as Buffer;
      return { isBuffer: Buffer.isBuffer(body), text: body.toString('utf8') };
    });
  });
  app.post('/read', async (request) => ({ read: request.body }));
  const post = (url: string, payload: string, type = 'application/json') =>
    app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });

  it.each(['{ "a" :1 }', 'no JSON at all', '{"a":1,"a":2}'])('keeps every byte of %s', async (text) => {
    expect((await post('/raw', text)).json()).toEqual({ isBuffer: true, text });
    expect((await post('/raw', text, 'text/plain')).json()).toEqual({ isBuffer: true, text });
  });

  it('has a size limit, and does not affect other endpoints', async () => {
    expect((await post('/raw', 'x'.repeat(101))).statusCode).toBe(413);
    expect((await post('/read', '{"a":1}')).json()).toEqual({ read: { a: 1 } });
  });
});
