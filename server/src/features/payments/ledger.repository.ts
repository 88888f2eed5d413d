import { centsFromDecimal, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { type Entry, type LedgerEvent, postReversal } from '@kerb/domain/payments/ledger.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Posting = {
  agreementId: number;
  event: LedgerEvent;
  entries: readonly Entry[];
  paymentId?: number;
  invoiceId?: number;
  reversesId?: number;
};

/** Writes one transaction of the books. The database refuses one that does not balance. */
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

const columns = { payment: 'paymentId', invoice: 'invoiceId' } as const;
type Subject = { event: keyof typeof columns; id: number };

/** Takes back what was written of a payment or an invoice. Returns what was written for it. */
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
  const entries = postReversal(await entriesOf(work.tx, found.id));
  await post(work, { agreementId, event: 'reversal', entries, reversesId: found.id, [columns[event]]: id });
  return entries;
}
