import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { Actor } from '@kerb/domain/access/actor.ts';
import type { Day, Moment } from '@kerb/domain/kernel/dates.ts';
import { type Cents, centsFromDecimal, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { PaymentKind, PaymentMethod, PaymentStatus } from '@kerb/domain/payments/payments.contract.ts';
import type { CardFacts } from '@kerb/domain/vocabulary/card-schemes.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

export type PaidCard = Pick<CardFacts, 'scheme' | 'funding' | 'last4' | 'wallet'>;

export type PaymentRecord = {
  id: number;
  agreementId: number;
  kind: PaymentKind;
  financeOptionCode: FinanceOptionCode;
  status: PaymentStatus;
  method: PaymentMethod;
  /** The gateway's key for the charge. */
  reference: string;
  amount: Cents;
  surcharge: Cents;
  /** The parts of the amount at the time of payment. */
  campaignBudget: Cents;
  discount: Cents;
  serviceFee: Cents;
  gatewayRef: string | null;
  card: PaidCard | null;
  receiptEmail: string | null;
  description: string | null;
  paymentDate: Day;
  createdDate: Moment;
  createdByUserId: number | null;
  paidByName: string | null;
  approvalDate: Moment | null;
  voidDate: Moment | null;
  voidReason: string | null;
  voidRequestedDate: Moment | null;
  refundReference: string | null;
  /** Refunded in part, with the fees that were kept. It includes what is requested. */
  refunded: Cents;
  /** The fees of that. */
  refundFee: Cents;
  /** A part is requested and not confirmed yet. */
  isRefunding: boolean;
};

/** The number on a receipt. */
export const paymentNumber = ({ id }: { id: number }): string => `P${id}`;

/** Access to everything, for the product's own jobs. */
const theProduct: Actor = { userId: 0, displayName: 'The product', role: 'admin', memberships: [] };
export const wholeScope: AccessScope = {
  actor: theProduct,
  everything: true,
  tenantIds: [],
  ownTenantIds: [],
  asPayer: false,
};

const amounts = ['amount', 'surcharge', 'campaignBudget', 'discount', 'serviceFee'] as const;

type Row = Omit<PaymentRecord, (typeof amounts)[number] | 'card' | 'refunded' | 'refundFee'> &
  Record<(typeof amounts)[number] | 'refunded' | 'refundFee', string> & {
    cardScheme: PaidCard['scheme'] | null;
    cardFunding: PaidCard['funding'] | null;
    cardLast4: string | null;
    cardWallet: PaidCard['wallet'];
  };

function recordOf({ cardScheme, cardFunding, cardLast4, cardWallet, ...row }: Row): PaymentRecord {
  const cents = Object.fromEntries(amounts.map((name) => [name, centsFromDecimal(row[name])]));
  const card = cardScheme && {
    scheme: cardScheme,
    funding: cardFunding ?? 'unknown',
    last4: cardLast4 ?? '',
    wallet: cardWallet,
  };
  const refunds = { refunded: centsFromDecimal(row.refunded), refundFee: centsFromDecimal(row.refundFee) };
  return { ...row, ...(cents as Record<(typeof amounts)[number], Cents>), ...refunds, card };
}

/** What was refunded of a payment in part, and the fees that were kept of that. What is requested counts. */
export const refundedOf = (paymentId: RawBuilder<unknown>) => sql`
  select coalesce(sum(amount), 0.00) as refunded, coalesce(sum(fee), 0.00) as refund_fee,
    coalesce(bool_or(status = 'requested'), false) as is_refunding
  from part_refunds where payment_id = ${paymentId} and status in ('requested', 'made')`;

const selectWhere = (condition: RawBuilder<unknown>) => sql<Row>`
    select p.*, nullif(trim(u.first_name || ' ' || u.surname), '') as paid_by_name, r.refunded, r.refund_fee, r.is_refunding
    from payments p left join users u on u.id = p.created_by_user_id
    cross join lateral (${refundedOf(sql`p.id`)}) r
    where ${condition} order by p.id desc`;

async function select(db: Database | Tx, condition: RawBuilder<unknown>): Promise<PaymentRecord[]> {
  const { rows } = await selectWhere(condition).execute(db);
  return rows.map(recordOf);
}

export const paymentsOf = (db: Database | Tx, agreementId: number): Promise<PaymentRecord[]> =>
  select(db, sql`p.agreement_id = ${agreementId}`);

export const paymentsWithIds = (db: Database, ids: readonly number[]): Promise<PaymentRecord[]> =>
  select(db, sql`p.id = any(${ids}::bigint[])`);

export const findPayment = async (db: Database | Tx, id: number): Promise<PaymentRecord | null> =>
  (await select(db, sql`p.id = ${id}`))[0] ?? null;

/** A payment that the caller has just written or locked. */
export const getPayment = async (db: Database | Tx, id: number): Promise<PaymentRecord> =>
  must(await findPayment(db, id), `payment ${id}`);

/** Finds by the number on a receipt or a campaign: 'P100001'. */
export async function findByNumber(db: Database | Tx, agreementId: number, number: string) {
  const id = /^P(\d{1,15})$/.exec(number)?.[1];
  if (id === undefined) return null;
  return (await select(db, sql`p.id = ${id} and p.agreement_id = ${agreementId}`))[0] ?? null;
}

export const findByReference = async (db: Database | Tx, reference: string): Promise<PaymentRecord | null> =>
  (await select(db, sql`p.reference = ${reference}`))[0] ?? null;

export const findByRefund = async (db: Database | Tx, refundReference: string): Promise<PaymentRecord | null> =>
  (await select(db, sql`p.refund_reference = ${refundReference}`))[0] ?? null;

/** Always lock the campaign first, to avoid deadlocks. */
export async function lockPayment(tx: Tx, id: number): Promise<PaymentRecord | null> {
  const { rows } = await sql<Row>`${selectWhere(sql`p.id = ${id}`)} for update of p`.execute(tx);
  return rows[0] ? recordOf(rows[0]) : null;
}

/** Charges and refunds without a known outcome that began more than so many seconds ago. */
export const unsettledPayments = (db: Database, olderThanSeconds: number): Promise<PaymentRecord[]> =>
  select(
    db,
    sql`(p.status = 'pending' or (p.status = 'approved' and p.void_requested_date is not null))
      and p.started_at < clock_timestamp() - make_interval(secs => ${olderThanSeconds})`,
  );

/** How long a charge has been running, by the database's clock. */
export async function secondsSinceStart(db: Database | Tx, id: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_timestamp() - started_at)::integer as seconds
    from payments where id = ${id}`.execute(db);
  return rows[0]?.seconds ?? 0;
}

/** Restarts the waiting time; false if the charge is no longer running. */
export async function restartCharge(db: Database, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payments set started_at = clock_timestamp() where id = ${id} and status = 'pending'`.execute(db);
  return numAffectedRows === 1n;
}

type NewPayment = Omit<
  PaymentRecord,
  | 'id'
  | 'paidByName'
  | 'voidDate'
  | 'voidReason'
  | 'voidRequestedDate'
  | 'refundReference'
  | 'refunded'
  | 'refundFee'
  | 'isRefunding'
>;

export async function insertPayment(tx: Tx, { card, ...payment }: NewPayment): Promise<number> {
  const decimals = Object.fromEntries(amounts.map((name) => [name, decimalFromCents(payment[name])]));
  const { id } = await tx
    .insertInto('payments')
    .values({
      ...payment,
      ...(decimals as Record<(typeof amounts)[number], string>),
      cardScheme: card?.scheme ?? null,
      cardFunding: card?.funding ?? null,
      cardLast4: card?.last4 ?? null,
      cardWallet: card?.wallet ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Changed = Partial<
  Pick<
    PaymentRecord,
    | 'status'
    | 'gatewayRef'
    | 'approvalDate'
    | 'voidDate'
    | 'voidReason'
    | 'voidRequestedDate'
    | 'refundReference'
    | 'paymentDate'
  >
>;

export async function updatePayment(tx: Tx, id: number, { card, ...changes }: Changed & { card?: PaidCard | null }) {
  const facts = card && {
    cardScheme: card.scheme,
    cardFunding: card.funding,
    cardLast4: card.last4,
    cardWallet: card.wallet,
  };
  await tx
    .updateTable('payments')
    .set({ ...changes, ...facts })
    .where('id', '=', id)
    .execute();
}
