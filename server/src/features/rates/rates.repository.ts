import type { RateChange, RateValues } from '@kerb/domain/countries/country-rates.ts';
import type { Day, Moment } from '@kerb/domain/kernel/dates.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { ended, notIn } from '@kerb/domain/vocabulary/status-groups.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { type RawBuilder, sql } from 'kysely';

export type RateRow = {
  id: number;
  holdsFrom: Day;
  rates: RateValues;
  reason: string;
  askedByUserId: number;
  askedByName: string;
  askedDate: Moment;
  confirmedByUserId: number;
  confirmedByName: string;
  confirmedDate: Moment;
  withdrawnByUserId: number | null;
  withdrawnByName: string | null;
  withdrawnDate: Moment | null;
};

const selectRates = (rest: RawBuilder<unknown>) => sql<RateRow>`
  select r.*, a.first_name || ' ' || a.surname as asked_by_name, c.first_name || ' ' || c.surname as confirmed_by_name,
    w.first_name || ' ' || w.surname as withdrawn_by_name
  from rate_changes r
  join users a on a.id = r.asked_by_user_id
  join users c on c.id = r.confirmed_by_user_id
  left join users w on w.id = r.withdrawn_by_user_id ${rest}`;

/** Every row in the order in which it holds, the withdrawn ones too. */
export async function rateRows(db: Database | Tx): Promise<RateRow[]> {
  const { rows } = await selectRates(sql`order by r.holds_from, r.id`).execute(db);
  return rows;
}

export async function lockRateRow(tx: Tx, id: number): Promise<RateRow> {
  const { rows } = await selectRates(sql`where r.id = ${id} for update of r`).execute(tx);
  if (!rows[0]) throw notFound('change of rates');
  return rows[0];
}

const heldBy = (userId: number) => sql`
  where r.withdrawn_date is null and (r.asked_by_user_id = ${userId} or r.confirmed_by_user_id = ${userId})
  order by r.holds_from, r.id`;

/** The rows that a person asked for or confirmed and that were not withdrawn. */
export async function heldRatesOf(tx: Tx, userId: number): Promise<RateRow[]> {
  const { rows } = await selectRates(heldBy(userId)).execute(tx);
  return rows;
}

/** The same, locked. */
export async function lockRatesOf(tx: Tx, userId: number): Promise<RateRow[]> {
  const { rows } = await selectRates(sql`${heldBy(userId)} for update of r`).execute(tx);
  return rows;
}

/** The rows that were not withdrawn. */
export const heldChanges = (rows: readonly RateRow[]): RateChange[] =>
  rows
    .filter(({ withdrawnDate }) => withdrawnDate === null)
    .map(({ holdsFrom: from, rates: values }) => ({ from, values }));

/**
 * How many campaigns would follow new rates, and how many keep those of their quote. Only drafts are read one by one:
 * the tallies have the numbers of all others.
 */
export async function countQuoted(db: Database): Promise<{ following: number; keeping: number }> {
  const draft = statusRank('draft');
  const open = notIn(ended).map(statusRank);
  const { rows } = await sql<{ following: number; keeping: number }>`
    with following as (
      select count(*) as count from agreement_listings l join agreements a on a.id = l.id
      where l.status = ${draft} and l.finance_option_code is null and a.quoted_date is null),
    open as (
      select coalesce(sum(t.count), 0) as count from agreement_tallies t
      where t.tenant_id is null and t.status = any(${open}::int[]))
    select f.count as following, (o.count - f.count)::bigint as keeping from following f, open o`.execute(db);
  return rows[0] ?? { following: 0, keeping: 0 };
}
