import { Agent, get, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { defaultList, pathOf } from './cases.ts';
import { employeeOf, tenants } from './generate-people.ts';
import { load, quantile, type Target } from './load.ts';
import type { Outside } from './product.ts';
import { ms, type Row, type Section, times, whole } from './report.ts';
import type { Stage } from './stage.ts';

const connections = 1_000;
/** So many people share the connections, because one person's requests take turns. */
const people = 250;
const logIns = 100;

type Answer = { status: number; retryAfter: number; ms: number };

function ask({ url, headers = {} }: Target, agent: Agent): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const started = performance.now();
  get(url, { agent, headers }, (answer) => {
    answer.resume().on('error', reject);
    answer.on('end', () => {
      const retryAfter = Number(answer.headers['retry-after'] ?? 0);
      resolve({ status: answer.statusCode ?? 0, retryAfter, ms: performance.now() - started });
    });
  }).on('error', reject);
  return promise;
}

/** Each connection asks again and again. A refused one waits as long as it was told, as a browser would. */
async function crowd(targets: Target[], milliseconds: number): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers: Answer[] = [];
  const until = performance.now() + milliseconds;
  async function keepAsking(target: Target): Promise<void> {
    while (performance.now() < until) {
      const answer = await ask(target, agent);
      answers.push(answer);
      if (answer.status === 503) await pause(answer.retryAfter * 1_000);
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, place) => keepAsking(targets[place % targets.length]!)));
  agent.destroy();
  return answers;
}

/** Whether the two addresses that a load balancer asks answer during the load. */
async function healthDuring(url: string, work: Promise<unknown>): Promise<number[]> {
  const statuses: number[] = [];
  const agent = new Agent();
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const path of ['/health', '/ready']) statuses.push((await ask({ url: url + path }, agent)).status);
    await pause(100);
  }
  return statuses;
}

/** Log-ins of strangers, one after the other on each connection. Each has another address. */
async function storm(url: string, milliseconds: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: logIns });
  const until = performance.now() + milliseconds;
  let count = 0;
  async function keepTrying(): Promise<void> {
    while (performance.now() < until) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const sent = request(`${url}/login`, { method: 'POST', agent, headers }, (answer) => {
        answer.resume().on('end', () => resolve());
      });
      sent.on('error', reject);
      sent.end(`email=stranger${count++}%40example.com&password=not+the+password`);
      await promise;
    }
  }
  await Promise.all(Array.from({ length: logIns }, keepTrying));
  agent.destroy();
}

async function targetsOf(outside: Outside): Promise<Target[]> {
  const url = outside.url + pathOf(defaultList);
  const targets: Target[] = [];
  for (let person = 0; person < people; person++) {
    const { headers } = await outside.signIn(employeeOf(tenants.largest + (person % 200)));
    targets.push({ url, headers });
  }
  return targets;
}

/** What is served stays fast when far more is asked than the server can do. */
export async function measureOverload({ small, pace }: Stage): Promise<Section> {
  const { outside } = small;
  const targets = await targetsOf(outside);
  const [first] = targets;
  if (!first) throw new Error('the database has no staff');
  const span = pace.roundMs * 5;
  await load(first, 8, pace.roundMs);
  const idle = await load(first, 1, span);
  const crowded = crowd(targets, span);
  const health = await healthDuring(outside.url, crowded);
  const answers = await crowded;
  const served = answers.filter(({ status }) => status === 200).map((answer) => answer.ms);
  const refused = answers.filter(({ status }) => status === 503);
  const isClean =
    served.length + refused.length === answers.length && refused.every(({ retryAfter }) => retryAfter > 0);
  const p99 = quantile(served, 0.99);
  await pause(2_000);
  const calm = await load(first, 1, span);
  const storming = storm(outside.url, span);
  const meanwhile = await load(first, 1, span);
  await storming;
  // biome-ignore format: a table
  const rows: Row[] = [
    { cells: [`p99 of the lists that are served to ${whole(connections)} connections`, `${ms(p99)} against ${ms(idle.p99)}`, times(p99 / idle.p99), '≤ 3 ×'], isMet: p99 / idle.p99 <= 3 },
    { cells: ['answers', `${whole(served.length)} served, ${whole(refused.length)} × 503 with Retry-After`, '', 'no other'], isMet: isClean, isExact: true },
    { cells: ['/health and /ready meanwhile', `${whole(health.length)} asked`, '', 'all 200'], isMet: health.every((status) => status === 200), isExact: true },
    { cells: [`a list during ${logIns} connections of log-ins`, `${ms(meanwhile.p50)} against ${ms(calm.p50)}`, times(meanwhile.p50 / calm.p50), '≤ 2 ×'], isMet: meanwhile.p50 / calm.p50 <= 2 },
  ];
  const about = `${whole(connections)} connections of ${people} people open All Campaigns at ${small.size} campaigns, again and again. Whoever is
refused waits as long as \`Retry-After\` says. Idle is one connection. Then strangers log in while one person reads.`;
  return { title: 'Overload', about, columns: ['figure', 'measured', 'ratio', 'target'], rows };
}
