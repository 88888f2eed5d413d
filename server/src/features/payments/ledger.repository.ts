import { type Day, dayIn } from '@kerb/domain/kernel/dates.ts';
import { centsFromDecimal, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { type Entry, postReversal } from '@kerb/domain/payments/ledger.ts';
import type { LedgerEvent } from '@kerb/domain/payments/ledger-events.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import type { Work } from '@kerb/server/platform/work.ts';

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
  /** The day that a posting of a loan is for, and the fee that it is about. */
  day?: Day;
  line?: string | null;
};

/**
 * The day that a posting is for. The database puts it on the first open day of the books if its own is closed, and
 * without a day it takes today in the time zone of the campaign's organisation. A posting of no campaign has the
 * country's day.
 */
const dayOf = ({ deps, now }: Work, { agreementId, day }: Posting): Day | null =>
  day ?? (agreementId === null ? dayIn(deps.country.defaultTimeZone, now) : null);

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
      day: dayOf(work, posting),
      line: posting.line ?? null,
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

/** Writes the reversal of a transaction. */
export async function reverseTransaction(work: Work, { agreementId, id }: Written): Promise<void> {
  const entries = postReversal(await entriesOf(work.tx, id));
  await post(work, { agreementId, event: 'reversal', entries, reversesId: id });
}
