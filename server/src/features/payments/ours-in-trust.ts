import { type Cents, centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import type { OursInTrust } from '@kerb/domain/payments/movements.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

type Db = Database | Tx;

/** What batches `b` lend: of each campaign at most its loan that is signed and not transferred. */
const lentBy = (which: RawBuilder<unknown>) => sql`
  select coalesce(sum(least(o.amount, k.agreed)), 0) from (
    select i.agreement_id, sum(i.amount) as amount from batches b join batch_items i on i.batch_id = b.id
    where ${which} group by i.agreement_id) o
  join campaign_books k on k.agreement_id = o.agreement_id`;

const isUnderWay = sql`b.status in ('approved', 'processing')`;

/** True if money is to be moved between our bank accounts, in whichever direction. */
export const isToMove = sql`(select coalesce(sum(debit - credit), 0) from ledger_totals where account = 'bank')
  <> (${lentBy(isUnderWay)})`;

/** The balances of our bank accounts by the books. Reads the stored totals of days, never the ledger. */
export async function readOursInTrust(db: Db): Promise<OursInTrust & { trust: Cents; operating: Cents }> {
  const { rows } = await sql<Record<'trust' | 'bank' | 'operating' | 'lent', string>>`
    select coalesce(sum(debit - credit) filter (where account = 'trust'), 0) as trust,
      coalesce(sum(debit - credit) filter (where account = 'bank'), 0) as bank,
      coalesce(sum(debit - credit) filter (where account = 'operating'), 0) as operating,
      (${lentBy(isUnderWay)}) as lent
    from ledger_totals where account in ('trust', 'bank', 'operating')`.execute(db);
  const [row] = rows;
  const cents = (name: 'trust' | 'bank' | 'operating' | 'lent') => centsFromDecimal(row?.[name] ?? '0');
  return { trust: cents('trust'), ours: cents('bank'), operating: cents('operating'), lentUnderWay: cents('lent') };
}

/** What a batch lends, and what the batches under way lend together with it. */
export async function readLent(db: Db, batchId: number): Promise<{ lent: Cents; withOthers: Cents }> {
  const { rows } = await sql<{ lent: string; withOthers: string }>`
    select (${lentBy(sql`b.id = ${batchId}`)}) as lent,
      (${lentBy(sql`b.id = ${batchId} or ${isUnderWay}`)}) as with_others`.execute(db);
  const [row] = rows;
  return { lent: centsFromDecimal(row?.lent ?? '0'), withOthers: centsFromDecimal(row?.withOthers ?? '0') };
}
