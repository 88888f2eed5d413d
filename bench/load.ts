import { Agent, request } from 'node:http';

export type Load = { p50: number; p99: number; perSecond: number; bytes: number };
/** A request. Without a method it reads. */
export type Target = { url: string; headers?: Record<string, string>; method?: 'POST' | 'PUT'; body?: string | Buffer };

/** The value below which a share of the values lies. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

const isDone = (status = 0): boolean => status >= 200 && status < 300;

/** Sends one request and reads the response to its end. Resolves with the size of the response. */
export function ask({ url, headers = {}, method, body }: Target, agent: Agent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const sent = request(url, { agent, method: method ?? 'GET', headers: { ...headers, ...length } }, (answer) => {
    const pieces: Buffer[] = [];
    answer.on('data', (piece: Buffer) => pieces.push(piece));
    answer.on('error', reject);
    answer.on('end', () => {
      const got = Buffer.concat(pieces);
      if (isDone(answer.statusCode)) resolve(got.length);
      else
        reject(new Error(`${method ?? 'GET'} ${url} answered ${answer.statusCode}: ${got.toString().slice(0, 300)}`));
    });
  });
  sent.on('error', reject).end(body);
  return promise;
}

/**
 * Keeps `connections` connections busy for the given time, with one request after the other on each: always the same
 * one, or the next one.
 */
export async function load(target: Target | (() => Target), connections: number, milliseconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let bytes = 0;
  const started = performance.now();
  async function keepAsking(): Promise<void> {
    while (performance.now() - started < milliseconds) {
      const asked = performance.now();
      bytes = await ask(typeof target === 'function' ? target() : target, agent);
      latencies.push(performance.now() - asked);
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, keepAsking));
  } finally {
    agent.destroy();
  }
  const perSecond = (latencies.length * 1_000) / (performance.now() - started);
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), perSecond, bytes };
}
