import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type Cents, centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { type FeeLine, feeLines, noPostings } from '@kerb/domain/loan-books/loan-postings.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

export type LedgerBalance = Record<FeeLine, Cents> & {
  principal: Cents;
  interest: Cents;
  /** What was repaid or written off. */
  repaid: Cents;
  /** What is still owed. */
  total: Cents;
};

type Row = {
  account: 'agreed' | 'loans' | 'charges' | 'accrued';
  line: string | null;
  isRepaying: boolean;
  amount: string;
};

const isRepaying = sql`t.event in ('repayment', 'repayment-void', 'repayment-change', 'write-off')`;

/**
 * What repaying a drawn loan costs on a day, line by line, added up from the entries of the ledger. The interest of a
 * day is owed once the day has ended. The principal is owed from the signature on.
 */
export async function ledgerBalance(db: Database | Tx, agreementId: number, day: Day): Promise<LedgerBalance> {
  const { rows } = await sql<Row>`
    select e.account, t.line, ${isRepaying} as is_repaying, sum(e.amount) as amount
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.agreement_id = ${agreementId} and e.account in ('agreed', 'loans', 'charges', 'accrued')
      and (t.day is null or t.event = 'carry' or t.day < ${day}
        or (t.day = ${day} and t.event not in ('interest', 'interest-change')))
    group by e.account, t.line, is_repaying`.execute(db);
  const balance = { ...noPostings.fees, principal: 0, interest: 0, repaid: 0, total: 0 };
  for (const { account, line, isRepaying: isRepaid, amount } of rows) {
    const cents = centsFromDecimal(amount);
    balance.total += cents;
    const fee = feeLines.find((each) => each === line);
    if (isRepaid) balance.repaid -= cents;
    else if (account === 'charges' && fee) balance[fee] += cents;
    else if (account === 'accrued') balance.interest += cents;
    else balance.principal += cents;
  }
  return balance;
}
