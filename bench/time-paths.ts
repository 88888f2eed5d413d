import { openPostgres } from '@kerb/server/platform/database/database.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import type pg from 'pg';
import { tablesScanned, timeStatements } from './explain.ts';
import { quantile } from './load.ts';
import { recordStatements } from './record-statements.ts';
import { ms, type Row } from './report.ts';
import type { Served } from './stage.ts';

/** A request, and the longest allowed time of its statements in the database, if there is a target. */
export type Asked = { what: string; path: string; userId: number; mostMs?: number };
export type Answer = Asked & { p50: number; most: number; scanned: string[] };

/** The time that PostgreSQL reports for the statements of each request, without the one that authenticates. */
export async function timePaths(
  { inside, url }: Pick<Served, 'inside' | 'url'>,
  runs: number,
  requests: (pool: pg.Pool) => Asked[] | Promise<Asked[]>,
): Promise<Answer[]> {
  // Opened like the product's own connections, because a connection's settings decide the query plan.
  const { pool, close } = openPostgres(url, 1, silentLog);
  try {
    const answers: Answer[] = [];
    for (const asked of await requests(pool)) {
      const signedIn = await inside.signIn(asked.userId);
      const statements = await recordStatements(() => inside.get(asked.path, signedIn), 'everything');
      const scanned: string[] = [];
      for (const statement of statements) scanned.push(...(await tablesScanned(pool, statement)));
      const timings = await timeStatements(pool, statements, runs);
      answers.push({ ...asked, p50: quantile(timings, 0.5), most: Math.max(...timings), scanned });
    }
    return answers;
  } finally {
    await close();
  }
}

export const timedColumns = (small: string, large: string): string[] => [
  'figure',
  `${small}, median`,
  `${large}, median`,
  `${large}, longest`,
  'target',
  'plan',
];

/** One row for each request, at both sizes. A scan of a large table misses the target. */
export const timedRows = (few: readonly Answer[], many: readonly Answer[]): Row[] =>
  many.map(({ what, mostMs, p50, most, scanned }, place) => {
    const plan = scanned.length > 0 ? `scans ${scanned.join(' and ')}` : '';
    const target = mostMs === undefined ? '' : `< ${mostMs} ms`;
    const small = few[place];
    return {
      cells: [what, small ? ms(small.p50) : '', ms(p50), ms(most), target, plan],
      isMet: (mostMs === undefined || p50 < mostMs) && scanned.length === 0,
    };
  });
