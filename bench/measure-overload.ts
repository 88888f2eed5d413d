import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { inRoot } from '../scripts/command.ts';
import { defaultList, pathOf } from './cases.ts';
import type { Answer, Crowd } from './crowd.ts';
import { employeeOf, tenants } from './generate-people.ts';
import { ask, load, quantile, type Target } from './load.ts';
import type { Outside } from './product.ts';
import { ms, type Row, type Section, times, whole } from './report.ts';
import type { Stage } from './stage.ts';

/** So many people share the connections, because at most six requests of one person are in progress. */
const people = 200;
const logIns = 100;
const drips = 100;
/** A burst is served, however long it takes. The crowd is an overload only if it lasts. */
const onsetMs = 2_000;
/** A body may take 30 seconds. */
const longestDripMs = 40_000;

/** In a process of its own, which the measuring does not delay. The crowd has begun when this returns. */
function gather(crowd: Crowd): { answers: Promise<Answer[]>; disperse: () => void } {
  const child = fork(inRoot('bench', 'crowd.ts'));
  child.send(crowd);
  const answers = once(child, 'message').then(([sent]) => {
    child.kill();
    return sent as Answer[];
  });
  return { answers, disperse: () => void child.kill() };
}

/** Whether the two addresses that a load balancer asks answer during the load. */
async function askHealth(url: string, work: Promise<unknown>): Promise<number> {
  const agent = new Agent();
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  let asked = 0;
  while (!isOver) {
    for (const path of ['/health', '/ready']) await ask({ url: url + path }, agent);
    asked += 2;
    await pause(100);
  }
  return asked;
}

async function targetsOf(outside: Outside): Promise<Target[]> {
  const url = outside.url + pathOf(defaultList);
  const ids = Array.from({ length: people }, (_, place) => employeeOf(tenants.largest + place));
  return Promise.all(ids.map(async (id) => ({ url, headers: (await outside.signIn(id)).headers })));
}

/** Measures the requests that are served while far more connections ask than the server can serve. */
async function rowsOfCrowd(outside: Outside, targets: Target[], { crowd, roundMs }: Stage['pace']): Promise<Row[]> {
  const [first] = targets as [Target];
  const span = roundMs * 5;
  await load(first, 8, roundMs);
  const idle = await load(first, 1, span);
  const { answers: asked } = gather({ kind: 'lists', connections: crowd, ms: span, targets });
  const health = await askHealth(outside.url, asked);
  const answers = await asked;
  const served = answers.filter(({ status }) => status === 200);
  const atFirst = served.filter(({ at }) => at < onsetMs).map((answer) => answer.ms);
  const later = served.filter(({ at }) => at >= onsetMs).map((answer) => answer.ms);
  const refused = answers.filter(({ status }) => status === 503);
  const isClean =
    served.length + refused.length === answers.length && refused.every(({ retryAfter }) => retryAfter > 0);
  const p99 = quantile(later, 0.99);
  // biome-ignore format: a table
  return [
    { cells: [`p99 of the lists that are served to ${whole(crowd)} connections`, `${ms(p99)} against ${ms(idle.p99)}`, times(p99 / idle.p99), '≤ 3 ×'], isMet: p99 / idle.p99 <= 3 },
    { cells: ['p50 of the same', `${ms(quantile(later, 0.5))} against ${ms(idle.p50)}`, '', ''] },
    { cells: [`p50 and p99 of those in the first ${onsetMs / 1_000} seconds`, `${ms(quantile(atFirst, 0.5))} and ${ms(quantile(atFirst, 0.99))}`, '', ''] },
    { cells: ['answers', `${whole(served.length)} served, ${whole(refused.length)} × 503 with Retry-After`, '', 'no other'], isMet: isClean, isExact: true },
    { cells: ['/health and /ready meanwhile', `${whole(health)} asked`, '', 'all 200'], isMet: true, isExact: true },
  ];
}

const strangers = (url: string): Target[] =>
  Array.from({ length: logIns }, (_, place) => ({
    url: `${url}/login`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `email=stranger${place}%40example.com&password=not+the+password`,
  }));

/** The time of a list while something else goes on, against its time before. */
async function meanwhile(
  first: Target,
  what: string,
  crowd: Crowd,
): Promise<{ row: Row; answers: Promise<Answer[]>; disperse: () => void }> {
  await pause(1_000);
  const calm = await load(first, 1, crowd.ms);
  const { answers, disperse } = gather(crowd);
  await pause(500);
  const busy = await load(first, 1, crowd.ms);
  const ratio = busy.p50 / calm.p50;
  const row = { cells: [what, `${ms(busy.p50)} against ${ms(calm.p50)}`, times(ratio), '≤ 2 ×'], isMet: ratio <= 2 };
  return { row, answers, disperse };
}

async function rowsOfStorm({ url }: Outside, first: Target, span: number): Promise<Row[]> {
  const crowd: Crowd = { kind: 'logIns', connections: logIns, ms: span + 500, targets: strangers(url) };
  const { row, answers } = await meanwhile(first, `a list during ${logIns} connections of log-ins`, crowd);
  return [row, { cells: ['log-ins meanwhile', `${whole((await answers).length)} answered`, '', ''] }];
}

/** Bodies that never end. A quick run does not wait until the server closes them. */
async function rowsOfDrips({ url }: Outside, targets: Target[], span: number, waits: boolean): Promise<Row[]> {
  const [first] = targets as [Target];
  const slow = targets.map(({ headers = {} }) => ({ url: `${url}/v1/agreements/1`, headers }));
  const crowd: Crowd = { kind: 'drips', connections: drips, ms: span, targets: slow };
  const { row, answers, disperse } = await meanwhile(first, `a list during ${drips} bodies of a byte a second`, crowd);
  if (!waits) {
    disperse();
    return [row];
  }
  const slowest = Math.max(...(await answers).map((answer) => answer.ms));
  const isMet = slowest <= longestDripMs;
  return [row, { cells: ['the server ends all of them', `after ${ms(slowest)}`, '', `≤ ${ms(longestDripMs)}`], isMet }];
}

/** Checks that requests which are served stay fast, although far more are sent than the server can serve. */
export async function measureOverload({ small, pace }: Stage): Promise<Section> {
  const { outside } = small;
  const targets = await targetsOf(outside);
  const [first] = targets as [Target];
  const span = pace.roundMs * 5;
  return {
    title: 'Overload',
    about: `${whole(pace.crowd)} connections of ${people} people open All Campaigns at ${small.size} campaigns, again and again. A
connection that is refused waits as long as \`Retry-After\` says. Idle is one connection. Then strangers log in without any
pause while one person reads, and then requests arrive whose bodies never end.`,
    columns: ['figure', 'measured', 'ratio', 'target'],
    rows: [
      ...(await rowsOfCrowd(outside, targets, pace)),
      ...(await rowsOfStorm(outside, first, span)),
      ...(await rowsOfDrips(outside, targets, span, pace.waitsForDrips)),
    ],
  };
}
