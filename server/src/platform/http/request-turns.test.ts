import { type AddressInfo, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import { answerErrors } from '@kerb/server/platform/http/errors.ts';
import { requestTurns } from '@kerb/server/platform/http/request-turns.ts';
import { type FairQueue, fairQueue } from '@kerb/server/platform/queues/fair-queue.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const page: Endpoint = { method: 'GET', path: '/page', permission: 'session.read', summary: 'A page' };
const file: Endpoint = { ...page, path: '/file', file: 'application/pdf' };

let app: FastifyInstance;
/** The requests whose work has begun, and what ends their work. */
let begun: string[];
let endings: Map<string, (answer: 'fine' | Error) => void>;
let queue: FairQueue;
/** Turns that were given to somebody, ever. */
let turnsTaken: () => number;

beforeEach(async () => {
  begun = [];
  endings = new Map();
  queue = fairQueue({
    atOnce: Number.POSITIVE_INFINITY,
    perOwnerAtOnce: 2,
    perOwnerWaiting: 2,
    mostWaiting: 10,
    longestMs: null,
    longestWaitMs: 20_000,
  });
  let taken = 0;
  turnsTaken = () => taken;
  const counted: FairQueue['run'] = (owner, task, gone) => {
    const begin: typeof task = (signal) => {
      taken += 1;
      return task(signal);
    };
    return queue.run(owner, begin, gone);
  };
  const turns = requestTurns(
    async ({ headers }) => {
      const userId = Number(headers.authorization);
      return userId > 0 ? { owner: `user ${userId}` } : null;
    },
    { ...queue, run: counted },
  );
  app = Fastify();
  answerErrors(app);
  for (const endpoint of [page, file, { ...page, method: 'POST' } as const]) {
    app.route({
      method: endpoint.method,
      url: `${endpoint.path}/:name`,
      onRequest: turns.wait(endpoint),
      handler: (request) =>
        turns.during(endpoint, request, async () => {
          const { name } = request.params as { name: string };
          begun.push(name);
          const { promise, resolve, reject } = Promise.withResolvers<string>();
          endings.set(name, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
          return promise;
        }),
    });
  }
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  // A waiting request begins when another ends.
  while (endings.size > 0) {
    for (const [name, finish] of endings) {
      endings.delete(name);
      finish('fine');
    }
    await setImmediate();
  }
  app.server.closeAllConnections();
  await app.close();
});

const ask = async (userId: number, path: string) =>
  app.inject({ method: 'GET', url: path, headers: { authorization: String(userId) } });
/** Waits until so many requests wait, and exactly these have begun. */
const until = (waiting: number, names: string[]) =>
  vi.waitFor(() => expect([queue.waiting(), begun]).toEqual([waiting, names]), { timeout: 5_000 });
const end = (...names: string[]) => {
  for (const name of names) endings.get(name)?.('fine');
};

describe('the requests of one person', () => {
  it('begin two at a time, and another person’s begin at once', async () => {
    const anns = ['a1', 'a2', 'a3', 'a4'].map((name) => ask(1, `/page/${name}`));
    const bobs = ask(2, '/page/b1');
    await until(2, ['a1', 'a2', 'b1']);
    end('b1', 'a1', 'a2');
    await until(0, ['a1', 'a2', 'b1', 'a3', 'a4']);
    end('a3', 'a4');
    expect((await Promise.all([...anns, bobs])).map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
  });

  it('over the limit answer 503 with Retry-After, and other people’s requests are served', async () => {
    const anns = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask(1, `/page/${name}`));
    const { statusCode, headers, ...refused } = await anns[4]!;
    expect([statusCode, refused.json().type, headers['retry-after']]).toEqual([503, '/problems/busy', '5']);
    const bobs = ask(2, '/page/b1');
    await until(2, ['a1', 'a2', 'b1']);
    end('b1');
    expect((await bobs).statusCode).toBe(200);
  });

  it('for files do not delay the others', async () => {
    for (const name of ['f1', 'f2', 'f3']) void ask(1, `/file/${name}`);
    void ask(1, '/page/a1');
    await until(1, ['f1', 'f2', 'a1']);
  });

  it('that fail end their turn', async () => {
    const anns = ['a1', 'a2', 'a3'].map((name) => ask(1, `/page/${name}`));
    await until(1, ['a1', 'a2']);
    endings.get('a1')?.(new Error('broken'));
    expect((await anns[0]!).statusCode).toBe(500);
    await until(0, ['a1', 'a2', 'a3']);
  });

  it('without a valid token do not wait', async () => {
    for (const name of ['x1', 'x2', 'x3']) void ask(0, `/page/${name}`);
    await until(0, ['x1', 'x2', 'x3']);
  });
});

describe('a caller who disconnects', () => {
  function send(method: string, path: string, more = '') {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    // The server may close the connection first when the test ends.
    socket.on('error', () => {});
    socket.write(`${method} ${path} HTTP/1.1\r\nhost: kerb\r\nauthorization: 1\r\n${more}\r\n`);
    return socket;
  }
  /** A request whose body never arrives whole. */
  const upload = (path: string) => send('POST', path, 'content-type: application/json\r\ncontent-length: 10\r\n');

  it('frees a place among the waiting, and the request never begins', async () => {
    void ask(1, '/page/a1');
    void ask(1, '/page/a2');
    await until(0, ['a1', 'a2']);
    const socket = send('GET', '/page/a3');
    await until(1, ['a1', 'a2']);
    socket.destroy();
    await until(0, ['a1', 'a2']);
    const next = ask(1, '/page/a4');
    end('a1');
    await until(0, ['a1', 'a2', 'a4']);
    end('a4');
    expect((await next).statusCode).toBe(200);
  });

  it('does not end the turn of work that goes on', async () => {
    const first = send('GET', '/page/a1');
    await until(0, ['a1']);
    const second = send('GET', '/page/a2');
    await until(0, ['a1', 'a2']);
    const closed = vi.fn();
    for (const socket of [first, second]) socket.once('close', closed).destroy();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(2));
    void ask(1, '/page/a3');
    await until(1, ['a1', 'a2']);
    end('a1');
    await until(0, ['a1', 'a2', 'a3']);
  });

  it('while the body arrives ends the turn', async () => {
    const sockets = [upload('/page/a1'), upload('/page/a2')];
    await vi.waitFor(() => expect(turnsTaken()).toBe(2));
    void ask(1, '/page/a3');
    await until(1, []);
    for (const socket of sockets) socket.destroy();
    await until(0, ['a3']);
  });
});
