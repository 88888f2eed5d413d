import type { NamedStatus } from '@kerb/domain/agreements/search-words.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { type AgreementStatus, statusOfRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

export type TallyFilter = {
  status?: readonly AgreementStatus[] | undefined;
  finance?: readonly FinanceOptionCode[] | undefined;
  actionSuggested?: boolean;
};

/** The number of campaigns of one kind. */
export type Tally = {
  status: AgreementStatus;
  financeOptionCode: FinanceOptionCode | null;
  actionSuggested: boolean;
  count: number;
};

/**
 * With more rows than this beyond one for each kind, the reader also folds the tallies. The rows of one organisation
 * are spread over the table, so that nearly each is on a page of its own.
 */
const mostLoose = 200;

/** All organisations, or one (by its id). */
export type TallyScope = number | null;
const within = (scope: TallyScope) => (scope === null ? sql`tenant_id is null` : sql`tenant_id = ${scope}`);
const kind = sql`status, finance_option_code, action_suggested`;

/** A tally as JSON, without the names of its columns: status, option, flag, count, and how many rows were added up. */
export type TallyJson = [number, FinanceOptionCode | null, boolean, number, number];

/** A common table expression with the tallies. Another statement reads them with `talliesAsJson`. */
export const talliesOf = (scope: TallyScope) => sql`tallies as materialized (
  select ${kind}, sum(count)::bigint as count, count(*) as loose from agreement_tallies
  where ${within(scope)} group by ${kind})`;
export const talliesAsJson = `(select coalesce(
  json_agg(json_build_array(t.status, t.finance_option_code, t.action_suggested, t.count, t.loose)), '[]') from tallies t)`;

/** The tallies that another statement has read. If they are many rows, they are folded. */
export async function talliesFrom(db: Database, scope: TallyScope, json: readonly TallyJson[]): Promise<Tally[]> {
  const loose = json.reduce((sum, [, , , , rows]) => sum + rows, 0) - json.length;
  if (loose > mostLoose) await foldTallies(db, scope);
  return json.map(([status, financeOptionCode, actionSuggested, count]) => ({
    status: statusOfRank(status),
    financeOptionCode,
    actionSuggested,
    count,
  }));
}

/** The number of campaigns of each kind: exact, current, and without counting them. */
export async function readTallies(db: Database, scope: TallyScope): Promise<Tally[]> {
  const { rows } = await sql<{ tallies: TallyJson[] }>`
    with ${talliesOf(scope)} select ${sql.raw(talliesAsJson)} as tallies`.execute(db);
  return talliesFrom(db, scope, must(rows[0], 'row of the tallies').tallies);
}

/** The number of organisations whose tallies a server keeps in memory: some megabytes. */
const mostRemembered = 500;
const remembered = new WeakMap<Database, Map<TallyScope, Tally[]>>();

/** The tallies that this server read last. They are old: use them only where the answer does not depend on them. */
export const lastTallies = (db: Database, scope: TallyScope): Tally[] | undefined => remembered.get(db)?.get(scope);

export function rememberTallies(db: Database, scope: TallyScope, tallies: Tally[]): void {
  const known = remembered.get(db) ?? new Map<TallyScope, Tally[]>();
  remembered.set(db, known);
  // The one that was read last is the last one of the map.
  known.delete(scope);
  const [oldest] = known.keys();
  if (known.size >= mostRemembered && oldest !== undefined) known.delete(oldest);
  known.set(scope, tallies);
}

/**
 * Adds the tallies into one row for each kind. Concurrent writes are safe: rows appended meanwhile are not seen here
 * and stay. Two concurrent folds each take rows that the other has not.
 */
export async function foldTallies(db: Database, scope: TallyScope): Promise<void> {
  await sql`
    with folded as (delete from agreement_tallies where ${within(scope)} returning tenant_id, ${kind}, count)
    insert into agreement_tallies
    select tenant_id, ${kind}, sum(count) from folded group by tenant_id, ${kind} having sum(count) <> 0`.execute(db);
}

/** How many of the campaigns pass a filter. */
export function countOf(tallies: readonly Tally[], { status, finance, actionSuggested = false }: TallyFilter): number {
  return tallies
    .filter(
      (tally) =>
        (!status || status.includes(tally.status)) &&
        (!finance || (tally.financeOptionCode !== null && finance.includes(tally.financeOptionCode))) &&
        (!actionSuggested || tally.actionSuggested),
    )
    .reduce((sum, { count }) => sum + count, 0);
}

/** Tallies do not know payments. Nearly all approved Pay Upfront campaigns are paid, so they count as such. */
const isOfPart = ({ financeOptionCode }: Tally, part: NamedStatus['part']): boolean =>
  !part || (financeOptionCode === 'pn' ? part === 'paid' : part === 'others');

/** How many of the campaigns in these statuses, or parts of them, pass a filter. */
export const countNamed = (tallies: readonly Tally[], filter: TallyFilter, named: readonly NamedStatus[]): number =>
  named.reduce((sum, { status, part }) => {
    const own = tallies.filter((tally) => isOfPart(tally, part));
    return sum + countOf(own, { ...filter, status: [status] });
  }, 0);
