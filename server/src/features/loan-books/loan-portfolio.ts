import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type Cents, centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { knownLvrNames, type LvrName, lvrBands, lvrNames } from '@kerb/domain/loan-books/lvr.ts';
import { centsOf } from '@kerb/server/features/loan-books/accrue-interest.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

const owed = sql`(l.principal + l.fees + l.interest)`;
const price = sql`coalesce(nullif(a.sold_price, 0), nullif(a.selling_price_min, 0))`;
const left = sql`(${price} - coalesce(a.mortgage_balance, 0))`;

/** `lvrOf` in SQL, for the account `l` of the campaign `a`. A test compares them. */
export const lvrSql = sql<LvrName>`case when ${price} is null then 'unknown' when ${left} <= 0 then 'over-5' ${sql.join(
  knownLvrNames.flatMap((name) => {
    const { below } = lvrBands[name];
    return below === null ? [] : [sql`when ${owed} * 100 < ${sql.lit(below)} * ${left} then ${sql.lit(name)}`];
  }),
  sql` `,
)} else 'over-5' end`;

type Sums = { loans: number; owed: string };

export const lvrStatement = sql<Sums & { lvr: LvrName }>`
  select ${lvrSql} as lvr, count(*) as loans, sum(${owed}) as owed
  from loan_accounts l join agreements a on a.id = l.agreement_id where l.is_owed group by 1`;

/** The loans that are owed, by their share of what the sale leaves. */
export async function loansByLvr(db: Database): Promise<{ lvr: LvrName; loans: number; owed: Cents }[]> {
  const { rows } = await lvrStatement.execute(db);
  return lvrNames.map((lvr) => {
    const found = rows.find((row) => row.lvr === lvr);
    return { lvr, loans: found?.loans ?? 0, owed: centsFromDecimal(found?.owed ?? '0') };
  });
}

export const byTenantStatement = sql<Sums & { tenantId: number }>`
  select l.tenant_id, count(*) as loans, sum(${owed}) as owed from loan_accounts l where l.is_owed group by 1`;

export async function loansByTenant(db: Database): Promise<Map<number, { loans: number; owed: Cents }>> {
  const { rows } = await byTenantStatement.execute(db);
  return new Map(rows.map((row) => [row.tenantId, { loans: row.loans, owed: centsFromDecimal(row.owed) }]));
}

/** The interest of the days until the due day that the ledger does not have yet, in cents. */
const ahead = sql`case when l.is_open and isfinite(l.due_date) then
  ${centsOf(sql`l.interest_parts + l.principal * 100 * l.rate_basis_points
    * greatest(0, l.due_date - greatest(l.charged_from, l.accrued_until))`)} - ${centsOf(sql`l.interest_parts`)}
  else 0 end`;

export const byDueDayStatement = sql<Sums & { day: Day | null; ahead: string }>`
  select case when isfinite(l.due_date) then l.due_date end as day, count(*) as loans, sum(${owed}) as owed,
    sum(${ahead}) / 100 as ahead
  from loan_accounts l where l.is_owed group by 1`;

export type LoansDue = { day: Day | null; loans: number; owed: Cents; ahead: Cents };

/** What is owed by due day, and the interest that comes until then. */
export async function loansByDueDay(db: Database): Promise<LoansDue[]> {
  const { rows } = await byDueDayStatement.execute(db);
  return rows.map((row) => ({
    ...{ day: row.day, loans: row.loans },
    ...{ owed: centsFromDecimal(row.owed), ahead: centsFromDecimal(Number(row.ahead).toFixed(2)) },
  }));
}
