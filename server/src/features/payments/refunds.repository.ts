import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { type Cents, centsFromDecimal, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { RefundStatus } from '@kerb/domain/payments/payments.contract.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

/** A part of a payment that goes back. The amount includes the fee. */
export type RefundRecord = {
  id: number;
  agreementId: number;
  paymentId: number;
  /** The gateway's key for the refund. */
  reference: string;
  status: RefundStatus;
  amount: Cents;
  fee: Cents;
  reason: string;
  requestedDate: Moment;
  requestedByUserId: number | null;
  requestedByName: string | null;
  finishedDate: Moment | null;
};

type Row = Omit<RefundRecord, 'amount' | 'fee'> & { amount: string; fee: string };

async function select(db: Database | Tx, condition: RawBuilder<unknown>): Promise<RefundRecord[]> {
  const { rows } = await sql<Row>`
    select r.*, nullif(trim(u.first_name || ' ' || u.surname), '') as requested_by_name
    from part_refunds r left join users u on u.id = r.requested_by_user_id
    where ${condition} order by r.id`.execute(db);
  return rows.map((row) => ({ ...row, amount: centsFromDecimal(row.amount), fee: centsFromDecimal(row.fee) }));
}

/** The oldest first. */
export const refundsOf = (db: Database | Tx, agreementId: number): Promise<RefundRecord[]> =>
  select(db, sql`r.agreement_id = ${agreementId}`);

export const findRefund = async (db: Database | Tx, reference: string): Promise<RefundRecord | null> =>
  (await select(db, sql`r.reference = ${reference}`))[0] ?? null;

/** A refund that the caller has just written, or that belongs to a locked campaign. */
export const getRefund = async (db: Database | Tx, id: number): Promise<RefundRecord> =>
  must((await select(db, sql`r.id = ${id}`))[0], `refund ${id}`);

/** Refunds without a known outcome that began more than so many seconds ago. */
export const unsettledRefunds = (db: Database, olderThanSeconds: number): Promise<RefundRecord[]> =>
  select(
    db,
    sql`r.status = 'requested' and r.started_at < clock_timestamp() - make_interval(secs => ${olderThanSeconds})`,
  );

type NewRefund = Omit<RefundRecord, 'id' | 'requestedByName'>;

export async function insertRefund(tx: Tx, refund: NewRefund): Promise<number> {
  const { id } = await tx
    .insertInto('partRefunds')
    .values({ ...refund, amount: decimalFromCents(refund.amount), fee: decimalFromCents(refund.fee) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function finishRefund(
  tx: Tx,
  id: number,
  finished: { status: Exclude<RefundStatus, 'requested'>; finishedDate: Moment },
): Promise<void> {
  await tx.updateTable('partRefunds').set(finished).where('id', '=', id).execute();
}
