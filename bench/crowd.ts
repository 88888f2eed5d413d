import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from './load.ts';

/**
 * The order that the bench sends to this process. `lists`: each connection asks again and again; a refused one waits as
 * Retry-After says. `logIns`: strangers try passwords and ignore Retry-After. `drips`: requests whose body arrives a
 * byte a second.
 */
export type Crowd = { kind: 'lists' | 'logIns' | 'drips'; connections: number; ms: number; targets: Target[] };
/** `at`: when it was sent, in milliseconds since the crowd began. */
export type Answer = { status: number; retryAfter: number; ms: number; at: number };

/** Status 0: the connection was closed without an answer. */
function ask({ url, headers = {}, method = 'GET' as never, body }: Target, agent: Agent, began: number) {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const started = performance.now();
  const end = (status = 0, retryAfter = 0) =>
    resolve({ status, retryAfter, ms: performance.now() - started, at: started - began });
  request(url, { agent, method, headers }, (answer) => {
    answer.resume().on('end', () => end(answer.statusCode, Number(answer.headers['retry-after'] ?? 0)));
  })
    .on('error', () => end())
    .end(body);
  return promise;
}

/** The body of a save, a byte a second. Resolves when the server answers or closes the connection. */
async function drip({ url, headers = {} }: Target, began: number): Promise<Answer> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const started = performance.now();
  const lines = Object.entries({
    ...headers,
    host: hostname,
    'content-type': 'application/json',
    'content-length': '999',
  });
  socket.write(`PUT ${pathname} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n{`);
  const timer = setInterval(() => socket.write(' '), 1_000);
  const { promise, resolve } = Promise.withResolvers<number>();
  socket.on('data', (bytes) => resolve(Number(bytes.toString().split(' ')[1])));
  socket.on('error', () => resolve(0)).on('close', () => resolve(0));
  const status = await promise;
  clearInterval(timer);
  socket.destroy();
  return { status, retryAfter: 0, ms: performance.now() - started, at: started - began };
}

async function all({ kind, connections, ms, targets }: Crowd): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers: Answer[] = [];
  const began = performance.now();
  const until = began + ms;
  async function keepAsking(target: Target): Promise<void> {
    while (performance.now() < until) {
      const answer = await ask(target, agent, began);
      answers.push(answer);
      if (kind === 'lists' && answer.status === 503) await pause(answer.retryAfter * 1_000);
    }
  }
  const each = async (_: unknown, place: number): Promise<void> => {
    const target = targets[place % targets.length]!;
    if (kind === 'drips') answers.push(await drip(target, began));
    else await keepAsking(target);
  };
  await Promise.all(Array.from({ length: connections }, each));
  agent.destroy();
  return answers;
}

if (import.meta.main) {
  process.on('message', (crowd: Crowd) => void all(crowd).then((answers) => process.send?.(answers)));
}
