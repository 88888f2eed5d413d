import type { Day } from '@kerb/domain/kernel/dates.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import type { StatementKind, StatementRow } from '@kerb/domain/loan-books/loan-statement.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

type Row = { day: Day | null; kind: StatementKind; name: string | null; amount: string };

/**
 * What each day added to a loan or took from it, with every correction: the postings of a day, a fee or a payment are
 * added up. The principal has the day on which the loan started.
 */
export async function statementRows(db: Database | Tx, agreementId: number, start: Day): Promise<StatementRow[]> {
  const { rows } = await sql<Row>`
    select p.day, p.kind, p.name, sum(p.amount) as amount
    from (
      select e.amount,
        case when t.event in ('charge', 'interest', 'interest-change', 'repayment', 'repayment-void', 'repayment-change',
          'write-off') then t.day end as day,
        case when t.event = 'charge' then 'fee' when t.event in ('interest', 'interest-change') then 'interest'
          when t.event like 'repayment%' then 'repayment' when t.event = 'write-off' then 'write-off'
          else 'drawdown' end as kind,
        case when t.event = 'charge' then t.line when t.event like 'repayment%' then 'P' || t.payment_id end as name
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.agreement_id = ${agreementId} and e.account in ('agreed', 'loans', 'charges', 'accrued')) p
    group by p.day, p.kind, p.name having sum(p.amount) <> 0`.execute(db);
  return rows.map(({ day, amount, ...row }) => ({ ...row, day: day ?? start, amount: centsFromDecimal(amount) }));
}
