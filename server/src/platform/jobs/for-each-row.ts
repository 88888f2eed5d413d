import { realNow } from '@kerb/server/platform/clock.ts';
import { isDatabaseAway } from '@kerb/server/platform/database/database-away.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { currentRun, type JobRun } from '@kerb/server/platform/jobs/job-run.ts';
import { shortError } from '@kerb/server/platform/log/short-error.ts';
import { sql } from 'kysely';

type RowDeps = Pick<Deps, 'db' | 'log' | 'metrics'>;

/** A row by its kind and id, for the log and for admins: 'payment' and 17. */
export type RowName = { kind: string; id: number | string };

/** PostgreSQL ended a deadlock or a conflict: that is about one row, and the database is there. */
const conflicts = new Set(['40001', '40P01']);

/** Whether every other row would fail too. */
export const endsRun = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const known = error as Error & { code: string };
  return isDatabaseAway(known) && !conflicts.has(known.code);
};

const noteFailure = ({ db }: RowDeps, { job }: JobRun, { kind, id }: RowName, error: unknown) => {
  const now = realNow();
  return db
    .insertInto('jobFailures')
    .values({ job, kind, rowId: String(id), ...shortError(error), tries: 1, firstDate: now, lastDate: now })
    .onConflict((conflict) =>
      conflict.columns(['job', 'kind', 'rowId']).doUpdateSet(({ ref }) => ({
        error: ref('excluded.error'),
        errorCode: ref('excluded.errorCode'),
        lastDate: ref('excluded.lastDate'),
        tries: sql<number>`job_failures.tries + 1`,
      })),
    )
    .execute();
};

/** Logs and counts a row that could not be processed. `isKept`: keeps it for admins, unless its own table does. */
export async function rowFailed(
  deps: RowDeps,
  row: RowName,
  error: unknown,
  { isKept = true }: { isKept?: boolean } = {},
): Promise<void> {
  const run = currentRun();
  deps.log.error({ err: error, kind: row.kind, rowId: row.id }, 'a row could not be processed; the job goes on');
  if (!run) return;
  run.failedRows += 1;
  run.lastError = error;
  deps.metrics.jobRowFailures.inc({ job: run.job });
  if (isKept) await noteFailure(deps, run, row, error);
}

/** The rows of this kind that failed before. */
async function failedBefore({ db }: RowDeps, kind: string): Promise<ReadonlySet<string>> {
  const run = currentRun();
  if (!run) return new Set();
  const rows = await db
    .selectFrom('jobFailures')
    .select('rowId')
    .where('job', '=', run.job)
    .where('kind', '=', kind)
    .execute();
  return new Set(rows.map(({ rowId }) => rowId));
}

/** For rows that are processed together: those that failed before have not this time. */
export async function rowsDone({ db }: RowDeps, kind: string, ids: readonly RowName['id'][]): Promise<void> {
  const job = currentRun()?.job;
  if (!job || ids.length === 0) return;
  await db
    .deleteFrom('jobFailures')
    .where('job', '=', job)
    .where('kind', '=', kind)
    .where('rowId', '=', sql<string>`any(${ids.map(String)}::text[])`)
    .execute();
}

/** Outside a run nobody else reports the failures. */
export function throwFailures(kind: string, errors: readonly unknown[]): void {
  if (errors.length === 0 || currentRun()) return;
  const [first] = errors;
  const words = first instanceof Error ? first.message : String(first);
  throw new AggregateError(errors, `${errors.length} × ${kind} could not be processed: ${words}`);
}

/** What a task returns for a row that it has left to a later run: whether the row failed before is still true. */
export const notTried = Symbol('not tried');

type Task<Row> = (row: Row) => Promise<unknown>;
type NameOf<Row> = (row: Row) => RowName;
type Options = { isAtOnce?: boolean };

/**
 * Processes rows, each with its own transaction: one after the other, or all at once if they are few. A row that fails
 * does not keep the others from theirs: it is logged, counted and kept for admins, and the run counts as completed with
 * failures. Only a database that is away ends the run.
 */
export async function forEachRow<Row>(
  deps: RowDeps,
  rows: readonly Row[],
  nameOf: NameOf<Row>,
  task: Task<Row>,
  { isAtOnce = false }: Options = {},
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const { kind } = nameOf(first);
  const failed = await failedBefore(deps, kind);
  const errors: unknown[] = [];
  const process = async (row: Row) => {
    const name = nameOf(row);
    try {
      const outcome = await task(row);
      if (outcome !== notTried && failed.has(String(name.id))) await rowsDone(deps, name.kind, [name.id]);
    } catch (error) {
      if (endsRun(error)) throw error;
      errors.push(error);
      await rowFailed(deps, name, error);
    }
  };
  if (isAtOnce) await Promise.all(rows.map(process));
  else for (const row of rows) await process(row);
  throwFailures(kind, errors);
}

/** How many rows a job reads at once. */
const lotSize = 200;

type NextLot<Row> = (after: Row | undefined, most: number) => Promise<readonly Row[]>;

/**
 * As forEachRow, for rows that may be many. Each lot begins after the last row of the one before, so that rows which
 * fail in every run keep no others from theirs.
 */
export async function forEachLot<Row>(
  deps: RowDeps,
  nextLot: NextLot<Row>,
  nameOf: NameOf<Row>,
  task: Task<Row>,
): Promise<void> {
  for (let last: Row | undefined; ; ) {
    const rows = await nextLot(last, lotSize);
    await forEachRow(deps, rows, nameOf, task);
    if (rows.length < lotSize) return;
    last = rows.at(-1);
  }
}
