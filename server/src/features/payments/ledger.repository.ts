import { type Cents, centsFromDecimal, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { type Account, accountNames, type Entry, postReversal } from '@kerb/domain/payments/ledger.ts';
import type { LedgerEvent } from '@kerb/domain/payments/ledger-events.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Posting = {
  /** Null if it belongs to no single campaign. */
  agreementId: number | null;
  event: LedgerEvent;
  entries: readonly Entry[];
  paymentId?: number;
  invoiceId?: number;
  reversesId?: number;
  batchId?: number;
  /** Names the fact that is recorded. The database refuses a second posting with the same key. */
  key?: string;
  description?: string;
};

/**
 * Writes one ledger transaction. The database refuses one that does not balance, and updates the campaign's balances.
 * All entries are one statement, because the balances are checked after each statement.
 */
export async function post(work: Work, posting: Posting): Promise<number | null> {
  const { entries } = posting;
  if (entries.length === 0) return null;
  const { id } = await work.tx
    .insertInto('ledgerTransactions')
    .values({
      agreementId: posting.agreementId,
      event: posting.event,
      paymentId: posting.paymentId ?? null,
      invoiceId: posting.invoiceId ?? null,
      reversesId: posting.reversesId ?? null,
      batchId: posting.batchId ?? null,
      key: posting.key ?? null,
      description: posting.description ?? null,
      date: work.now,
      userId: work.actor?.userId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await work.tx
    .insertInto('ledgerEntries')
    .values(entries.map((entry) => ({ ...entry, amount: decimalFromCents(entry.amount), transactionId: id })))
    .execute();
  return id;
}

async function entriesOf(tx: Tx, transactionId: number): Promise<Entry[]> {
  const rows = await tx
    .selectFrom('ledgerEntries')
    .select(['account', 'amount', 'invoiceId'])
    .where('transactionId', '=', transactionId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, amount: centsFromDecimal(row.amount) }));
}

type Written = { agreementId: number | null; id: number };

/** Writes the reversal of a transaction. Returns the written entries. */
export async function reverseTransaction(work: Work, { agreementId, id }: Written, more: Partial<Posting> = {}) {
  const entries = postReversal(await entriesOf(work.tx, id));
  await post(work, { agreementId, event: 'reversal', entries, reversesId: id, ...more });
  return entries;
}

const columns = { payment: 'paymentId', invoice: 'invoiceId' } as const;
type Subject = { event: keyof typeof columns; id: number };

/** Reverses the ledger entries of a payment or an invoice. Returns the written entries. */
export async function reverse(work: Work, agreementId: number, { event, id }: Subject): Promise<Entry[]> {
  const found = await work.tx
    .selectFrom('ledgerTransactions as t')
    .select('t.id')
    .where(columns[event], '=', id)
    .where('event', '=', event)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ledgerTransactions as r').select('r.id').whereRef('r.reversesId', '=', 't.id'))),
    )
    .executeTakeFirst();
  if (!found) return [];
  return reverseTransaction(work, { agreementId, id: found.id }, { [columns[event]]: id });
}

/** The release of a campaign's money that has not been reversed. */
export async function currentRelease(tx: Tx, agreementId: number): Promise<number | null> {
  const found = await tx
    .selectFrom('ledgerTransactions as t')
    .select('t.id')
    .where('agreementId', '=', agreementId)
    .where('event', '=', 'release')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ledgerTransactions as r').select('r.id').whereRef('r.reversesId', '=', 't.id'))),
    )
    .executeTakeFirst();
  return found?.id ?? null;
}

/** The balance of every ledger account of a campaign. */
export async function balancesOf(db: Database | Tx, agreementId: number): Promise<Record<Account, Cents>> {
  const { rows } = await sql<{ account: Account; balance: string }>`
    select e.account, sum(e.amount) as balance from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id where t.agreement_id = ${agreementId} group by e.account`.execute(
    db,
  );
  const balances = Object.fromEntries(accountNames.map((account) => [account, 0])) as Record<Account, Cents>;
  for (const { account, balance } of rows) balances[account] = centsFromDecimal(balance);
  return balances;
}

export { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
