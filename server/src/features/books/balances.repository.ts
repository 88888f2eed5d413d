import type { HeldMoney, OwedInBooks } from '@kerb/domain/books/books.contract.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { campaignCells } from '@kerb/server/features/agreements/campaign-cells.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { sql } from 'kysely';

type Reading = Pick<Deps, 'db' | 'country'>;
type Texts<T, Amounts extends keyof T> = Omit<T, Amounts> & Record<Amounts, string>;

/** The campaigns whose balances say that money of a payer is held or under refund. */
export const withHeldMoney = sql`(select b.* from campaign_books b where b.held < 0 or b.refunds < 0)`;

export async function readHeld(
  { db, country }: Reading,
  { after, perPage }: { after?: number | undefined; perPage: number },
) {
  const { rows } = await sql<Texts<HeldMoney, 'held' | 'underRefund'>>`
    select a.id as agreement, ${campaignCells(country).flowNumber} as flow_number, a.name, t.id as tenant,
      t.name as tenant_name, (-b.held)::text as held, (-b.refunds)::text as under_refund
    from ${withHeldMoney} b join agreements a on a.id = b.agreement_id join tenants t on t.id = a.tenant_id
    where b.agreement_id > ${after ?? 0} order by b.agreement_id limit ${perPage + 1}`.execute(db);
  const totals = await sql<{ held: string; underRefund: string }>`
    select coalesce(-sum(held), 0)::text as held, coalesce(-sum(refunds), 0)::text as under_refund
    from ${withHeldMoney} b`.execute(db);
  const cents = <T extends { held: string; underRefund: string }>(row: T) => ({
    ...row,
    held: centsFromDecimal(row.held),
    underRefund: centsFromDecimal(row.underRefund),
  });
  const { held, underRefund } = cents(totals.rows[0] ?? { held: '0', underRefund: '0' });
  return { items: rows.slice(0, perPage).map(cents), isMore: rows.length > perPage, held, underRefund };
}

/** What the ledger keeps for each organisation, and what is on its way to it. */
export const owedByOrganisation = sql`(
  select b.tenant_id, count(*) as campaigns, -sum(b.organisation) as kept, -sum(b.transit) as transit,
    -sum(b.organisation + b.transit) as owed, min(b.owed_since) as since
  from campaign_books b where b.organisation < 0 or b.transit < 0 group by b.tenant_id)`;

export async function readOwed({ db }: Reading): Promise<{ items: OwedInBooks[]; owed: number }> {
  const { rows } = await sql<Texts<OwedInBooks, 'kept' | 'onItsWay' | 'owed'>>`
    select t.id as tenant, t.name as tenant_name, s.campaigns::integer as campaigns, s.kept::text as kept,
      s.transit::text as on_its_way, s.owed::text as owed, s.since
    from ${owedByOrganisation} s join tenants t on t.id = s.tenant_id
    order by s.owed desc, t.id`.execute(db);
  const items = rows.map((row) => ({
    ...row,
    kept: centsFromDecimal(row.kept),
    onItsWay: centsFromDecimal(row.onItsWay),
    owed: centsFromDecimal(row.owed),
  }));
  return { items, owed: items.reduce((sum, { owed }) => sum + owed, 0) };
}
