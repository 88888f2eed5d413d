import { openPostgres } from '@kerb/server/platform/database/database.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import type pg from 'pg';
import { type Case, casesFor, pathOf } from './cases.ts';
import { tablesScanned, timeStatements } from './explain.ts';
import { sizes } from './generate.ts';
import { quantile } from './load.ts';
import type { Inside } from './product.ts';
import { recordStatements } from './record-statements.ts';
import { ms, type Row, type Section } from './report.ts';
import type { SignedIn } from './sign-in.ts';
import type { Served, Stage } from './stage.ts';

type Timed = Case & { p50: number; most: number; statements: number; scanned: string[] };

type Timing = { inside: Inside; pool: pg.Pool; runs: number };

async function timeCase({ inside, pool, runs }: Timing, signedIn: SignedIn, one: Case): Promise<Timed> {
  const statements = await recordStatements(() => inside.get(pathOf(one), signedIn));
  const scanned: string[] = [];
  for (const statement of statements) scanned.push(...(await tablesScanned(pool, statement)));
  const timings = await timeStatements(pool, statements, runs);
  return { ...one, p50: quantile(timings, 0.5), most: Math.max(...timings), statements: statements.length, scanned };
}

async function timeCases({ inside, url, size }: Served, runs: number): Promise<Timed[]> {
  // Opened like the product's own connections, because a connection's settings decide the query plan.
  const { pool, close } = openPostgres(url, 1, silentLog);
  const timed: Timed[] = [];
  try {
    const people = new Map<number, SignedIn>();
    for (const one of casesFor(sizes[size])) {
      const signedIn = people.get(one.userId) ?? (await inside.signIn(one.userId));
      people.set(one.userId, signedIn);
      timed.push(await timeCase({ inside, pool, runs }, signedIn, one));
    }
  } finally {
    await close();
  }
  return timed;
}

const nameOf = ({ group, what }: Case): string => `${group}: ${what}`;

function rowOf(timed: Timed, small: Timed | undefined): Row {
  const { p50, most, mostMs, scanned } = timed;
  const verdict = scanned.length > 0 ? `scans ${scanned.join(' and ')}` : '';
  const target = mostMs === undefined ? '' : `< ${mostMs} ms`;
  return {
    cells: [nameOf(timed), small ? ms(small.p50) : '', ms(p50), ms(most), target, verdict],
    isMet: (mostMs === undefined || p50 < mostMs) && scanned.length === 0,
  };
}

/** Every list, sort, filter, page and search, without the server. */
export async function measureQueries({ small, large, pace: { runs } }: Stage): Promise<Section> {
  const few = new Map((await timeCases(small, runs)).map((timed) => [nameOf(timed), timed]));
  const many = await timeCases(large, runs);
  const medians = many.map(({ p50 }) => p50);
  return {
    title: 'Every list, in the database',
    about: `The time that PostgreSQL reports for planning and running the product's own statements for a page of a hundred rows.
The statements were recorded from real requests, without the one that authenticates, and each ran ${runs} times. At
${large.size} campaigns the median of all lists is ${ms(quantile(medians, 0.5))} and the longest median is
${ms(Math.max(...medians))}. No statement may scan a campaign table.`,
    columns: ['list', `${small.size}, median`, `${large.size}, median`, `${large.size}, longest`, 'target', 'plan'],
    rows: many.map((timed) => rowOf(timed, few.get(nameOf(timed)))),
  };
}
