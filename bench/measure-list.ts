import { deepEqual } from 'node:assert/strict';
import type { Statement } from '../server/test/record-statements.ts';
import { defaultList, pathOf } from './cases.ts';
import { type Size, sizes } from './generate.ts';
import { firstCampaign } from './generate-campaigns.ts';
import { adminUser } from './generate-people.ts';
import { type Load, load, quantile, type Target } from './load.ts';
import type { Pace } from './pace.ts';
import { startBare, startLean } from './product.ts';
import { recordStatements } from './record-statements.ts';
import { kilobytes, ms, type Row, type Section, times, whole } from './report.ts';
import type { Served, Stage } from './stage.ts';

const connections = 8;
/** The size of a hundred rows that carry only what the list shows. */
const mostBytes = 80_000;

async function targetOf({ outside }: Served): Promise<Target> {
  const { headers } = await outside.signIn(defaultList.userId);
  return { url: outside.url + pathOf(defaultList), headers };
}

type Asked = Target | (() => Target);

/** Loads the two servers alternately, so that other load on the machine affects both. */
async function inTurn(one: Asked, other: Asked, at: number, { rounds, roundMs }: Pace): Promise<[Load[], Load[]]> {
  const loads: [Load[], Load[]] = [[], []];
  for (const target of [one, other]) await load(target, at, roundMs / 2);
  for (let round = 0; round < rounds; round++) {
    loads[0].push(await load(one, at, roundMs));
    loads[1].push(await load(other, at, roundMs));
  }
  return loads;
}

const median = (loads: Load[], of: keyof Load): number =>
  quantile(
    loads.map((one) => one[of]),
    0.5,
  );

async function growth({ small, large, pace }: Stage): Promise<Row[]> {
  const [few, many] = await inTurn(await targetOf(small), await targetOf(large), 1, pace);
  const ratio = median(many, 'p50') / median(few, 'p50');
  const bytes = median(many, 'bytes');
  const what = `time at ${large.size} against ${small.size}, one connection`;
  const figures = `${ms(median(many, 'p50'))} against ${ms(median(few, 'p50'))}`;
  return [
    { cells: [what, figures, times(ratio), '≤ 1.5 ×'], isMet: ratio <= 1.5 },
    { cells: ['size of 100 rows', kilobytes(bytes), '', '≤ 78 KB'], isMet: bytes <= mostBytes },
  ];
}

type Compared = { what: string; requests: Statement[][]; asked: Asked; least: number };

/** The product's requests a second against those of a server that only runs the same statements. */
async function against({ large, pace }: Stage, { what, requests, asked, least }: Compared): Promise<Row[]> {
  const bare = await startBare(large.url, requests);
  try {
    const [product, plain] = await inTurn(asked, { url: bare.url }, connections, pace);
    const ratio = median(product, 'perSecond') / median(plain, 'perSecond');
    const perSecond = `${whole(median(product, 'perSecond'))} a second against ${whole(median(plain, 'perSecond'))}`;
    const slowest = `${ms(median(product, 'p99'))} against ${ms(median(plain, 'p99'))}`;
    return [
      { cells: [`${what}, against a bare server`, perSecond, times(ratio), `≥ ${least} ×`], isMet: ratio >= least },
      { cells: ['99th percentile', slowest, '', ''] },
    ];
  } finally {
    await bare.stop();
  }
}

async function overhead(stage: Stage): Promise<Row[]> {
  const { large } = stage;
  const signedIn = await large.inside.signIn(defaultList.userId);
  // The second request: a server knows the counts of the first one.
  await large.inside.get(pathOf(defaultList), signedIn);
  const statements = await recordStatements(() => large.inside.get(pathOf(defaultList), signedIn));
  const what = `${connections} connections: the list`;
  return against(stage, { what, requests: [statements], asked: await targetOf(large), least: 0.7 });
}

type Page = { items: { id: number }[]; totalItems: number };

/** Both must answer with the same campaigns and the same total, or the comparison means nothing. */
async function assertSamePage(one: Target, other: Target): Promise<void> {
  const [first, second] = await Promise.all(
    [one, other].map(async ({ url, headers }) => {
      const { items, totalItems }: Page = await (await fetch(url, { headers: headers ?? {} })).json();
      return { ids: items.map(({ id }) => id), totalItems };
    }),
  );
  deepEqual(first, second);
}

/** The time of the same page on a server that can do nothing else. */
async function againstLeanest({ large, pace }: Stage): Promise<Row[]> {
  const lean = await startLean(large.url);
  try {
    const target = await targetOf(large);
    await assertSamePage(target, { url: lean.url });
    const [product, leanest] = await inTurn(target, { url: lean.url }, 1, pace);
    const ratio = median(product, 'p50') / median(leanest, 'p50');
    const figures = `${ms(median(product, 'p50'))} against ${ms(median(leanest, 'p50'))}`;
    const what = 'the list against the leanest server, one connection';
    return [{ cells: [what, figures, times(ratio), '≤ 1.5 ×'], isMet: ratio <= 1.5 }];
  } finally {
    await lean.stop();
  }
}

/** As many as connections and more, so that two saves seldom wait for each other. */
const campaignsInTurn = 32;
const campaignPaths = (size: Size): string[] =>
  Array.from({ length: campaignsInTurn }, (_, place) => `/v1/agreements/${firstCampaign + sizes[size] - 1 - place}`);

/** A campaign's read and save: the newest campaigns in turn, the same ones for both servers. */
async function overheadOfOne(stage: Stage): Promise<Row[]> {
  const { inside, outside, size } = stage.large;
  const campaigns = campaignPaths(size);
  const signedIn = await inside.signIn(adminUser);
  const { headers } = await outside.signIn(adminUser);
  const json = { ...headers, 'content-type': 'application/json' };
  const [reads, saves]: [Statement[][], Statement[][]] = [[], []];
  for (const path of campaigns) {
    reads.push(await recordStatements(() => inside.get(path, signedIn), 'everything'));
    const changed = { campaignNotes: `Recorded at ${performance.now()}` };
    saves.push(await recordStatements(() => inside.put(path, signedIn, changed), 'everything'));
  }
  let turn = 0;
  const next = () => {
    turn += 1;
    return `${outside.url}${campaigns[turn % campaigns.length]}`;
  };
  const save = (): Target => ({
    url: next(),
    headers: json,
    method: 'PUT',
    body: JSON.stringify({ campaignNotes: `Saved for the ${turn}th time` }),
  });
  const read = (): Target => ({ url: next(), headers });
  return [
    ...(await against(stage, { what: "a campaign's read", requests: reads, asked: read, least: 0.5 })),
    ...(await against(stage, { what: "a campaign's save", requests: saves, asked: save, least: 0.5 })),
  ];
}

/** All Campaigns as it opens for an admin, over HTTP. */
export async function measureList(stage: Stage): Promise<Section> {
  return {
    title: 'All Campaigns, over HTTP',
    about: `The list as it opens for an admin: a hundred rows of nine statuses with the exact total, from a real server with a
real sign-in. The bare server runs the same statements with only Node's \`http\` and \`pg\`, without sign-in and rules
(\`bench/bare-server.ts\`). The leanest server knows only this page: two statements, whose JSON PostgreSQL writes
(\`bench/lean-server.ts\`). A campaign's read and save are of ${campaignsInTurn} campaigns in turn.`,
    columns: ['figure', 'measured', 'ratio', 'target'],
    rows: [
      ...(await growth(stage)),
      ...(await overhead(stage)),
      ...(await againstLeanest(stage)),
      ...(await overheadOfOne(stage)),
    ],
  };
}
