import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type Cents, centsFromDecimal, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { InvoiceStatus } from '@kerb/domain/payments/invoice-status.ts';
import { type InvoiceLine, invoiceAmount, statusByPaid } from '@kerb/domain/payments/invoices.ts';
import type { InvoiceType } from '@kerb/domain/payments/payments.contract.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export type InvoiceRecord = {
  id: number;
  agreementId: number;
  type: string;
  status: InvoiceStatus;
  issueDate: Day | null;
  dueDate: Day | null;
  voidDate: Day | null;
  amount: Cents;
  paidAmount: Cents;
  /** The part of the amount that is the card surcharge. */
  surcharge: Cents;
  paymentId: number | null;
  lines: (InvoiceLine & { displayOrder: number })[];
};

async function select(
  db: Database | Tx,
  column: 'agreementId' | 'id',
  values: readonly number[],
): Promise<InvoiceRecord[]> {
  const rows = await db.selectFrom('invoices').selectAll().where(column, 'in', values).orderBy('id').execute();
  const ids = rows.map(({ id }) => id);
  const lines =
    ids.length === 0
      ? []
      : await db.selectFrom('invoiceLines').selectAll().where('invoiceId', 'in', ids).orderBy('displayOrder').execute();
  return rows.map((row) => ({
    id: row.id,
    agreementId: row.agreementId,
    type: row.type,
    status: row.status,
    issueDate: row.issueDate,
    dueDate: row.dueDate,
    voidDate: row.voidDate,
    paymentId: row.paymentId,
    amount: centsFromDecimal(row.amount),
    paidAmount: centsFromDecimal(row.paidAmount),
    surcharge: centsFromDecimal(row.surcharge),
    lines: lines
      .filter((line) => line.invoiceId === row.id)
      .map(({ invoiceId: _, ...line }) => ({ ...line, amount: centsFromDecimal(line.amount) })),
  }));
}

/** Oldest first, the order in which they are paid. */
export const invoicesOf = (db: Database | Tx, agreementId: number): Promise<InvoiceRecord[]> =>
  select(db, 'agreementId', [agreementId]);

export const findInvoice = async (db: Database | Tx, id: number): Promise<InvoiceRecord | null> =>
  (await select(db, 'id', [id]))[0] ?? null;

export const invoicesWithIds = async (db: Database, ids: readonly number[]): Promise<InvoiceRecord[]> =>
  ids.length === 0 ? [] : select(db, 'id', ids);

type NewInvoice = {
  agreementId: number;
  type: InvoiceType;
  issueDate: Day;
  dueDate: Day;
  lines: readonly InvoiceLine[];
  surcharge: Cents;
  paidAmount: Cents;
  paymentId: number | null;
};

export async function insertInvoice(
  work: Work,
  { lines, surcharge, paidAmount, ...invoice }: NewInvoice,
): Promise<number> {
  const amount = invoiceAmount(lines);
  const { id } = await work.tx
    .insertInto('invoices')
    .values({
      ...invoice,
      status: statusByPaid({ amount, paidAmount }),
      amount: decimalFromCents(amount),
      paidAmount: decimalFromCents(paidAmount),
      surcharge: decimalFromCents(surcharge),
      createdDate: work.now,
      lastUpdateDate: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const numbered = lines.map((line, place) => ({
    ...line,
    amount: decimalFromCents(line.amount),
    invoiceId: id,
    displayOrder: place + 1,
  }));
  await work.tx.insertInto('invoiceLines').values(numbered).execute();
  return id;
}

/** Stores what is paid on an invoice, and whether that is all. */
export async function setPaid(work: Work, id: number, paidAmount: Cents): Promise<void> {
  const { amount } = must(await findInvoice(work.tx, id), `invoice ${id}`);
  await work.tx
    .updateTable('invoices')
    .set({
      paidAmount: decimalFromCents(paidAmount),
      status: statusByPaid({ amount, paidAmount }),
      lastUpdateDate: work.now,
    })
    .where('id', '=', id)
    .execute();
}

export async function markVoid(work: Work, id: number, today: Day, reason: string): Promise<void> {
  await work.tx
    .updateTable('invoices')
    .set({ status: 'voided', paidAmount: '0', voidDate: today, voidReason: reason, lastUpdateDate: work.now })
    .where('id', '=', id)
    .execute();
}
