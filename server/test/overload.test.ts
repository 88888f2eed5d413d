import { type AddressInfo, connect } from 'node:net';
import { paymentEndpoints } from '@kerb/domain/payments/payments.contract.ts';
import { propertyEndpoints } from '@kerb/domain/properties/properties.contract.ts';
import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import { answerErrors } from '@kerb/server/platform/http/errors.ts';
import { requestTurns } from '@kerb/server/platform/http/request-turns.ts';
import { loadLimit } from '@kerb/server/platform/limits/load-limit.ts';
import { fairQueue } from '@kerb/server/platform/queues/fair-queue.ts';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const page: Endpoint = { method: 'GET', path: '/page', permission: 'session.read', summary: 'A page' };
const file: Endpoint = { ...page, path: '/file', file: 'application/pdf' };
const save: Endpoint = { ...page, method: 'PUT', path: '/save' };
const { pay } = paymentEndpoints;
const { suggest } = propertyEndpoints;
const unlimited = { atOnce: Infinity, perOwnerAtOnce: 6, perOwnerWaiting: 300, mostWaiting: 1_500, longestMs: null };
const most = 20;

let app: FastifyInstance;
let url: string;
let open = Promise.withResolvers<void>();
let begin = () => {};
const load = loadLimit({ least: 2, most, longestDelayMs: 20 });

beforeEach(async () => {
  open = Promise.withResolvers<void>();
  const queue = fairQueue({ ...unlimited, longestWaitMs: 60_000 });
  const turns = requestTurns(async ({ headers }) => ({ owner: `user ${headers.authorization}` }), queue, load);
  app = Fastify();
  answerErrors(app);
  app.get('/health', async () => ({ status: 'ok' }));
  for (const endpoint of [page, file, save, pay, suggest]) {
    const handler = (request: FastifyRequest) =>
      turns.during(endpoint, request, async () => {
        if (endpoint === pay || endpoint === suggest) begin();
        await open.promise;
        return 'fine';
      });
    const path = endpoint.path.replace('{id}', ':id');
    app.route({ method: endpoint.method, url: path, onRequest: turns.wait(endpoint), handler });
  }
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterEach(() => app.close());

const ask = (path: string, person: number) => fetch(url + path, { headers: { authorization: String(person) } });

describe('a thousand connections at once', () => {
  it('are served up to a limit, and refused with 503 and Retry-After beyond it', { timeout: 60_000 }, async () => {
    const asked = Array.from({ length: 1_000 }, (_, person) => ask('/page', person + 1));
    const refused: Response[] = [];
    for (const each of asked) void each.then((answer) => answer.status === 503 && refused.push(answer));
    await expect.poll(() => refused.length, { timeout: 30_000 }).toBe(1_000 - most);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    open.resolve();
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(most);
    const [first] = refused;
    expect(first?.headers.get('retry-after')).toMatch(/^[1-4]$/);
    expect(first?.headers.get('content-type')).toContain('application/problem+json');
    expect(await first?.json()).toMatchObject({ type: '/problems/busy', status: 503 });
    await expect.poll(() => load.now().inProgress, { timeout: 30_000 }).toBe(0);
    expect((await ask('/page', 1)).status).toBe(200);
  });

  it('do not count for downloads, which have queues of their own', { timeout: 60_000 }, async () => {
    const pages = Array.from({ length: most }, (_, person) => ask('/page', person + 1));
    await expect.poll(() => load.now().inProgress, { timeout: 30_000 }).toBe(most);
    const download = ask('/file', 99);
    open.resolve();
    expect((await download).status).toBe(200);
    await Promise.all(pages);
  });

  it.each([
    ['payments', 'POST', '/v1/agreements/1/pay'],
    ['suggestions', 'GET', suggest.path],
  ])('do not count %s, which may wait for a slow provider', { timeout: 60_000 }, async (_what, method, path) => {
    let begun = 0;
    begin = () => {
      begun += 1;
    };
    const waiting = Array.from({ length: most * 2 }, (_, person) =>
      fetch(url + path, { method, headers: { authorization: String(person + 1) } }),
    );
    await expect.poll(() => begun, { timeout: 30_000 }).toBe(most * 2);
    expect(load.isFull()).toBe(false);
    open.resolve();
    expect((await ask('/page', 99)).status).toBe(200);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200));
  });

  it('whose bodies arrive slowly are no work yet, and others are served', { timeout: 60_000 }, async () => {
    open.resolve();
    let begun = 0;
    const sockets = Array.from({ length: most * 2 }, (_, person) => {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
      const head = `PUT /save HTTP/1.1\r\nhost: kerb\r\nauthorization: ${person + 1}\r\ncontent-type: application/json`;
      socket.write(`${head}\r\ncontent-length: 10\r\n\r\n{`, () => {
        begun += 1;
      });
      return socket;
    });
    await expect.poll(() => begun, { timeout: 30_000 }).toBe(most * 2);
    expect((await ask('/page', 1)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });
});
