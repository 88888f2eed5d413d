import { type AgreementStatus, statusOfRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

export type TallyFilter = {
  status?: readonly AgreementStatus[] | undefined;
  finance?: readonly FinanceOptionCode[] | undefined;
  actionSuggested?: boolean;
};

/** How many campaigns there are of one kind. */
export type Tally = {
  status: AgreementStatus;
  financeOptionCode: FinanceOptionCode | null;
  actionSuggested: boolean;
  count: number;
};

/** Above this many rows, whoever reads the tallies also folds them: until then adding them up costs next to nothing. */
const mostLoose = 1_000;

/** Over all organisations, or (by its id) in one. */
export type TallyScope = number | null;
const within = (scope: TallyScope) => (scope === null ? sql`tenant_id is null` : sql`tenant_id = ${scope}`);
const kind = sql`status, finance_option_code, action_suggested`;

export const tallyStatement = (scope: TallyScope) => sql<Omit<Tally, 'status' | 'count'> & TallyRow>`
  select ${kind}, sum(count) as count, count(*) as loose from agreement_tallies where ${within(scope)} group by ${kind}`;

type TallyRow = { status: number; count: string; loose: number };

/** The campaigns of each kind: exact, as of this moment, without counting them. */
export async function readTallies(db: Database, scope: TallyScope): Promise<Tally[]> {
  const { rows } = await tallyStatement(scope).execute(db);
  if (rows.reduce((sum, { loose }) => sum + loose, 0) > mostLoose) await foldTallies(db, scope);
  return rows.map(({ loose: _, status, count, ...row }) => ({
    ...row,
    status: statusOfRank(status),
    count: Number(count),
  }));
}

/**
 * Adds the tallies together into one row for each kind. Anybody may write meanwhile: what they append is not seen here
 * and stays. Two who fold at once each take what the other has not.
 */
export async function foldTallies(db: Database, scope: TallyScope): Promise<void> {
  await sql`
    with folded as (delete from agreement_tallies where ${within(scope)} returning tenant_id, ${kind}, count)
    insert into agreement_tallies
    select tenant_id, ${kind}, sum(count) from folded group by tenant_id, ${kind} having sum(count) <> 0`.execute(db);
}

/** How many of them a filter lets through. */
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
