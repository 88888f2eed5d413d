import { Agent, get } from 'node:http';

export type Load = { p50: number; p99: number; perSecond: number; bytes: number };
export type Target = { url: string; headers?: Record<string, string> };

/** The value below which a share of the values lies. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

/** Sends one request and reads the response to its end. Resolves with the size of the response. */
function ask({ url, headers = {} }: Target, agent: Agent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(url, { agent, headers }, (answer) => {
    let bytes = 0;
    answer.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    answer.on('error', reject);
    answer.on('end', () =>
      answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url} answered ${answer.statusCode}`)),
    );
  }).on('error', reject);
  return promise;
}

/** Keeps `connections` connections busy for the given time, with one request after the other on each. */
export async function load(target: Target, connections: number, milliseconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let bytes = 0;
  const started = performance.now();
  async function keepAsking(): Promise<void> {
    while (performance.now() - started < milliseconds) {
      const asked = performance.now();
      bytes = await ask(target, agent);
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
