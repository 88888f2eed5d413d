import { Agent } from 'node:http';
import pg from 'pg';
import { ask, quantile } from './load.ts';
import { type Kind, mixedRequests, organisations, peopleOf, shares, someCampaigns } from './mixed-requests.ts';
import { type Outside, startOutside } from './product.ts';
import { ms, type Row, type Section, whole } from './report.ts';
import type { SignedIn } from './sign-in.ts';
import type { Served, Stage } from './stage.ts';

const connections = 8;
const kinds = Object.keys(shares) as Kind[];

type Measured = { perSecond: number; cpuMs: number; latencies: Map<Kind, number[]> };

/** Clears the rate limits: each person of the bench sends more than a real person would. */
const clearLimits = (client: pg.Client) => client.query('delete from throttles');

async function measure(servers: Outside[], next: ReturnType<typeof mixedRequests>, roundMs: number): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies = new Map(kinds.map((kind) => [kind, [] as number[]]));
  const cpuMs = () => servers.reduce((sum, server) => sum + server.cpuMs(), 0);
  const [started, before] = [performance.now(), cpuMs()];
  let requests = 0;
  async function keepAsking(): Promise<void> {
    while (performance.now() - started < roundMs) {
      const { kind, target } = next();
      const asked = performance.now();
      await ask(target, agent);
      latencies.get(kind)?.push(performance.now() - asked);
      requests += 1;
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, keepAsking));
  } finally {
    agent.destroy();
  }
  const perSecond = (requests * 1_000) / (performance.now() - started);
  return { perSecond, cpuMs: (cpuMs() - before) / requests, latencies };
}

const figures = (values: readonly number[]): string => `${ms(quantile(values, 0.5))} / ${ms(quantile(values, 0.99))}`;

function rowOf(what: string, { perSecond, cpuMs, latencies }: Measured): Row {
  const every = kinds.flatMap((kind) => latencies.get(kind) ?? []);
  const each = kinds.map((kind) => figures(latencies.get(kind) ?? []));
  return { cells: [what, whole(perSecond), ms(cpuMs), figures(every), ...each] };
}

const urlsOf = (servers: readonly Outside[]): string[] => servers.map(({ url }) => url);

/** New for each number of servers: an access token expires after five minutes. */
async function signInAll(server: Outside, people: number[]): Promise<Map<number, SignedIn>> {
  return new Map(await Promise.all(people.map(async (userId) => [userId, await server.signIn(userId)] as const)));
}

/** One server, then one more with the same database, up to the number of the pace. */
async function measureSize({ url, size, outside }: Served, { dataDir, pace }: Stage): Promise<Row[]> {
  const roundMs = pace.roundMs * 5;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const servers = [outside];
  const rows: Row[] = [];
  const clearing = setInterval(() => void clearLimits(client), 500);
  try {
    const found = await someCampaigns(client);
    while (true) {
      const next = mixedRequests(urlsOf(servers), await signInAll(outside, peopleOf(found)), found);
      await measure(servers, next, roundMs / 2);
      const measured = await measure(servers, next, roundMs);
      rows.push(rowOf(`${size}, ${servers.length === 1 ? '1 server' : `${servers.length} servers`}`, measured));
      if (servers.length === pace.mixedServers) return rows;
      servers.push(await startOutside(url, dataDir));
    }
  } finally {
    clearInterval(clearing);
    for (const server of servers.slice(1)) await server.stop();
    await client.end();
  }
}

/** Measures a mixed load: the requests of an ordinary day, in parallel. */
export async function measureMixed(stage: Stage): Promise<Section> {
  const { small, large, pace } = stage;
  const parts = kinds.map((kind) => `${shares[kind]} ${kind}`);
  return {
    title: 'A mixed load, over HTTP',
    about: `${connections} connections send one request after the other, by an admin and the managers of
${organisations} organisations. Of a hundred requests there are ${parts.join(', ')}. With several servers the requests go to each in turn. CPU
is the processor time of the servers' processes for each request, without PostgreSQL. All servers, PostgreSQL and the
client share the cores of this machine, so more servers are not faster here.`,
    columns: ['servers', 'a second', 'CPU', 'all, p50 / p99', ...kinds],
    rows: [...(await measureSize(small, stage)), ...(pace.isMixedAtBothSizes ? await measureSize(large, stage) : [])],
  };
}
