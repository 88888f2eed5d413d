import { moveReadsWhileDraining } from '@kerb/server/platform/http/drain.ts';
import { answerErrors } from '@kerb/server/platform/http/errors.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';

function serverThatDrains(isOn: boolean) {
  const app = Object.assign(Fastify(), { draining: { isOn } });
  answerErrors(app);
  moveReadsWhileDraining(app as never as App);
  for (const url of ['/list', '/ready']) app.route({ method: ['GET', 'POST', 'PUT'], url, handler: async () => 'ok' });
  return app;
}

const proxy = { 'x-next-server': 'yes' };

describe('a server that is about to stop', () => {
  it.each([
    ['GET', '/list', proxy, 504],
    ['GET', '/list', {}, 200],
    ['POST', '/list', proxy, 200],
    ['PUT', '/list', proxy, 200],
    ['GET', '/ready', proxy, 200],
  ] as const)('answers %s %s with %j by %i', async (method, url, headers, status) => {
    const answer = await serverThatDrains(true).inject({ method, url, headers });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['retry-after']).toBe(status === 504 ? '1' : undefined);
    expect((await serverThatDrains(false).inject({ method, url, headers })).statusCode).toBe(200);
  });
});
