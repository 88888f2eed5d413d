import { defaultList, pathOf } from './cases.ts';
import { type Load, load, quantile, type Target } from './load.ts';
import type { Pace } from './pace.ts';
import { startBare } from './product.ts';
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

/** Loads the two servers alternately, so that other load on the machine affects both. */
async function inTurn(one: Target, other: Target, at: number, { rounds, roundMs }: Pace): Promise<[Load[], Load[]]> {
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

async function overhead({ large, pace }: Stage): Promise<Row[]> {
  const signedIn = await large.inside.signIn(defaultList.userId);
  const statements = await recordStatements(() => large.inside.get(pathOf(defaultList), signedIn));
  const bare = await startBare(large.url, statements);
  try {
    const [product, least] = await inTurn(await targetOf(large), { url: bare.url }, connections, pace);
    const ratio = median(product, 'perSecond') / median(least, 'perSecond');
    const perSecond = `${whole(median(product, 'perSecond'))} a second against ${whole(median(least, 'perSecond'))}`;
    const slowest = `${ms(median(product, 'p99'))} against ${ms(median(least, 'p99'))}`;
    return [
      {
        cells: [`${connections} connections, against a bare server`, perSecond, times(ratio), '≥ 0.5 ×'],
        isMet: ratio >= 0.5,
      },
      { cells: ['99th percentile', slowest, '', ''] },
    ];
  } finally {
    await bare.stop();
  }
}

/** All Campaigns as it opens for an admin, over HTTP. */
export async function measureList(stage: Stage): Promise<Section> {
  return {
    title: 'All Campaigns, over HTTP',
    about: `The list as it opens for an admin: a hundred rows of nine statuses with the exact total, from a real server with a
real sign-in. The bare server runs the same statements with only Node's \`http\` and \`pg\`, without sign-in and rules
(\`bench/bare-server.ts\`).`,
    columns: ['figure', 'measured', 'ratio', 'target'],
    rows: [...(await growth(stage)), ...(await overhead(stage))],
  };
}
