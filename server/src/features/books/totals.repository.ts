import type { AccountSummary } from '@kerb/domain/books/books.contract.ts';
import { onItsSide, type TrialBalance, type Turnover, trialBalanceOf } from '@kerb/domain/books/trial-balance.ts';
import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import type { Account } from '@kerb/domain/payments/ledger.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

type Db = Database | Tx;
type Row = { account: Account; debit: string; credit: string };

const turnoverOf = ({ account, debit, credit }: Row): Turnover => ({
  account,
  debit: centsFromDecimal(debit),
  credit: centsFromDecimal(credit),
});

/** What was debited and credited to each account. Reads the stored totals of days, never the ledger. */
async function turnovers(db: Db, which: RawBuilder<unknown>): Promise<Turnover[]> {
  const { rows } = await sql<Row>`
    select account, sum(debit)::text as debit, sum(credit)::text as credit
    from ledger_totals where ${which} group by account`.execute(db);
  return rows.map(turnoverOf);
}

export const readTrialBalance = async (db: Db, day: Day): Promise<TrialBalance> =>
  trialBalanceOf(await turnovers(db, sql`book_day <= ${day}::date`));

/** What was debited and credited to an account in a span of days, and its balances before and after. */
export async function summaryOfAccount(
  db: Db,
  account: Account,
  { from, to }: { from: Day | null; to: Day },
): Promise<AccountSummary> {
  const of = async (which: RawBuilder<unknown>) => {
    const [found] = await turnovers(db, sql`account = ${account} and ${which}`);
    return found ?? { account, debit: 0, credit: 0 };
  };
  const before = from === null ? { debit: 0, credit: 0 } : await of(sql`book_day <= ${addDays(from, -1)}::date`);
  const within = await of(
    sql`book_day <= ${to}::date and ${from === null ? sql`true` : sql`book_day >= ${from}::date`}`,
  );
  const opening = before.debit - before.credit;
  return {
    account,
    from,
    to,
    opening: onItsSide(opening),
    debit: within.debit,
    credit: within.credit,
    closing: onItsSide(opening + within.debit - within.credit),
  };
}
