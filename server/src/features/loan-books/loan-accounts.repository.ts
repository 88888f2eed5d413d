import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type Cents, centsFromDecimal, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { type FeeLine, feeLines, type PostedFee, type PostedLoan } from '@kerb/domain/loan-books/loan-postings.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

type Db = Database | Tx;

/** How far the interest of a loan is posted. */
export type LoanAccount = {
  rateBasisPoints: number;
  /** The first day that bears interest. */
  chargedFrom: Day;
  /** The interest of every day before this one is posted. */
  accruedUntil: Day;
  interestParts: bigint;
  /** Whether the next days bear interest. */
  isOpen: boolean;
};

/** What the loan book has of a loan. It is owed if something of a charged loan is owed. */
export type BookedAccount = {
  tenantId: number;
  dueDate: Day | null;
  principal: Cents;
  fees: Cents;
  interest: Cents;
};

const noDueDay = 'infinity';

export async function hasLoanAccount(db: Db, agreementId: number): Promise<boolean> {
  const found = await db
    .selectFrom('loanAccounts')
    .select('agreementId')
    .where('agreementId', '=', agreementId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether the ledger has lent this campaign's loan at any time. */
export async function hasLent(db: Db, agreementId: number): Promise<boolean> {
  const lent = await db
    .selectFrom('ledgerTransactions')
    .select('id')
    .where('agreementId', '=', agreementId)
    .where('event', '=', 'lend')
    .limit(1)
    .executeTakeFirst();
  return lent !== undefined;
}

const bookRow = ({ tenantId, dueDate, principal, fees, interest }: BookedAccount) => ({
  tenantId,
  dueDate: dueDate ?? noDueDay,
  principal: decimalFromCents(principal),
  fees: decimalFromCents(fees),
  interest: decimalFromCents(interest),
  isOwed: principal + fees + interest > 0,
});

export async function keepLoanAccount(
  tx: Tx,
  agreementId: number,
  account: LoanAccount,
  booked: BookedAccount,
): Promise<void> {
  const row = { ...account, interestParts: String(account.interestParts), ...bookRow(booked) };
  await tx
    .insertInto('loanAccounts')
    .values({ agreementId, ...row })
    .onConflict((conflict) => conflict.column('agreementId').doUpdateSet(row))
    .execute();
}

type Row = { event: string; line: string | null; day: Day; amount: string };

/** What the ledger has of a loan: its fees by line and day, and its interest by day. */
export async function loanPostingsOf(db: Db, agreementId: number): Promise<PostedLoan> {
  const { rows } = await sql<Row>`
    select t.event, t.line, t.day, sum(e.amount) as amount
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.agreement_id = ${agreementId} and t.event in ('charge', 'interest', 'interest-change')
      and e.account in ('charges', 'accrued')
    group by t.event, t.line, t.day`.execute(db);
  const fees: PostedFee[] = [];
  const interest = new Map<Day, Cents>();
  for (const { line, day, amount } of rows) {
    const cents = centsFromDecimal(amount);
    const fee = feeLines.find((each): each is FeeLine => each === line);
    if (fee && cents !== 0) fees.push({ line: fee, day, amount: cents });
    if (!fee) interest.set(day, (interest.get(day) ?? 0) + cents);
  }
  return { fees, interest };
}
