import { randomUUID } from 'node:crypto';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

type Db = Database | Tx;
/** Dollars for each account. A second part names the invoice: `payer/7`. */
export type Dollars = Record<string, number>;
type Posting = {
  agreementId: number | null;
  event: string;
  entries: Dollars;
  paymentId?: number;
  reversesId?: number;
  batchId?: number;
  key?: string;
};
export type PlainCampaign = {
  status?: number;
  option?: FinanceOptionCode;
  budget?: number;
  additional?: number;
  settled?: boolean;
  signed?: boolean;
  /** The loan that was signed; by default, one for the budget. Null: none was. */
  borrowed?: number | null;
};
type PlainInvoice = { amount: number; paid?: number; status?: string; lines: Dollars };
type PlainPayment = { amount: number; surcharge?: number; status?: string; method?: string; refundRequested?: boolean };

const one = async (db: Db, query: RawBuilder<{ id: number }>): Promise<number> => {
  const [row] = (await query.execute(db)).rows;
  if (!row) throw new Error('no row was written');
  return row.id;
};

const on = '2026-11-02T01:00:00Z';

async function enter(db: Db, transactionId: number, entries: Dollars): Promise<void> {
  const rows = Object.entries(entries).map(([name, amount]) => {
    const [account, invoice] = name.split('/');
    return sql`(${transactionId}::bigint, ${account}::text, ${amount}::numeric, ${invoice ?? null}::bigint)`;
  });
  const columns = sql`transaction_id, account, amount, invoice_id`;
  await sql`insert into ledger_entries (${columns}) values ${sql.join(rows)}`.execute(db);
}

/** In one statement for the transaction and one for its entries, as the product writes them. */
async function postWith(db: Db, { agreementId, event, entries, key, batchId, ...more }: Posting): Promise<number> {
  // An older release does not have these columns.
  const isNewer = key !== undefined || batchId !== undefined;
  const id = await one(
    db,
    sql`insert into ledger_transactions (agreement_id, event, payment_id, reverses_id, date
        ${isNewer ? sql`, key, batch_id` : sql``})
      values (${agreementId}, ${event}, ${more.paymentId ?? null}, ${more.reversesId ?? null}, ${on}
        ${isNewer ? sql`, ${key ?? null}, ${batchId ?? null}` : sql``}) returning id`,
  );
  await enter(db, id, entries);
  await sql`insert into log_entries (date, user_name, activity_code, description, log_data, target_agreement_id)
    values (${on}, 'Plain', 'campaign_update', ${event}, '{}', ${agreementId})`.execute(db);
  return id;
}

/** Writes ledger transactions. In one database transaction with the payment or invoice that they are for. */
export function plainLedger(db: Db) {
  const post = (posting: Posting): Promise<number> =>
    db.isTransaction ? postWith(db, posting) : db.transaction().execute((tx) => postWith(tx, posting));
  return { post };
}

/** The rows of invoices and payments, without their ledger transactions. */
export function plainRows(db: Db) {
  const anInvoice = (agreementId: number, { amount, paid = 0, status, lines }: PlainInvoice) =>
    one(
      db,
      sql`with made as (
          insert into invoices (agreement_id, type, status, issue_date, due_date, amount, paid_amount, created_date,
            last_update_date)
          values (${agreementId}, 'upfront', ${status ?? (paid === amount ? 'paid' : 'issued')}, '2026-11-02',
            '2026-11-09', ${amount}, ${paid}, ${on}, ${on}) returning id),
        lines as (
          insert into invoice_lines (invoice_id, display_order, type, amount, description)
          select made.id, row_number() over (), l.key, l.value::numeric, l.key
          from made, json_each_text(${JSON.stringify(lines)}::json) l)
        select id from made`,
    );

  const aPayment = (agreementId: number, { amount, surcharge = 0, ...more }: PlainPayment) =>
    one(
      db,
      sql`insert into payments (agreement_id, kind, finance_option_code, status, method, reference, amount, surcharge,
          campaign_budget, payment_date, created_date, void_requested_date, refund_reference)
        values (${agreementId}, 'upfront', 'pn', ${more.status ?? 'approved'}, ${more.method ?? 'direct-deposit'},
          ${randomUUID()}, ${amount}, ${surcharge}, ${amount}, '2026-11-02', ${on},
          ${more.refundRequested ? on : null}::timestamptz, ${more.refundRequested ? randomUUID() : null})
        returning id`,
    );
  return { anInvoice, aPayment };
}

/** Writes rows by plain SQL, as an older release or a bug would. Knows nothing of the product's rules. */
export async function plainBooks(db: Db) {
  const aUser = (name: string) =>
    one(
      db,
      sql`insert into users (email_address, first_name, surname, role, created_date, last_update_date)
        values (${`${name}-${randomUUID()}@example.com`}, 'Plain', ${name}, 'admin', ${on}, ${on}) returning id`,
    );
  const [maker, approver] = [await aUser('Maker'), await aUser('Approver')];
  const tenantId = await one(
    db,
    sql`insert into tenants (type, name, default_time_zone, created_date, last_update_date)
      values ('agency', 'Plain Realty', 'Australia/Sydney', ${on}, ${on}) returning id`,
  );

  const aCampaign = ({ status = 6, option = 'pn', budget = 1000, ...more }: PlainCampaign = {}) =>
    one(
      db,
      sql`insert into agreements (tenant_id, budget_owner_tenant_id, created_date, last_update_date, status_last_update,
          status, name, campaign_budget_funds_purpose, finance_option_code, campaign_budget,
          campaign_additional_amount, campaign_agency_settlement_date, campaign_finance_signature_date,
          campaign_borrowed_amount)
        values (${tenantId}, ${tenantId}, ${on}, ${on}, ${on}, ${status}, 'Plain campaign', 'marketing', ${option},
          ${budget}, ${more.additional ?? null}, ${more.settled ? '2026-11-10' : null}::date,
          ${more.signed ? '2026-11-05' : null}::date, ${more.borrowed === undefined ? budget : more.borrowed}) returning id`,
    );

  /** A batch of one item for each campaign, in the given status. */
  async function aBatch(status: string, items: [agreementId: number, amount: number][]): Promise<number> {
    const hasFile = status !== 'waiting-approval';
    const id = await one(
      db,
      sql`insert into batches (status, total, created_date, created_by_user_id, approved_date, approved_by_user_id,
          file_name, file_bytes, file_sha256)
        values (${status}, ${items.reduce((sum, [, amount]) => sum + amount, 0)}, ${on}, ${maker},
          ${hasFile ? on : null}::timestamptz, ${hasFile ? approver : null}, ${hasFile ? 'file.aba' : null},
          ${hasFile ? Buffer.from('file') : null}, ${hasFile ? Buffer.alloc(32) : null}) returning id`,
    );
    for (const [agreementId, amount] of items) {
      await sql`insert into batch_items (batch_id, agreement_id, tenant_id, amount, account_name, account_number,
          is_first_to_account)
        values (${id}, ${agreementId}, ${tenantId}, ${amount}, 'Plain Trust', '12345678', false)`.execute(db);
    }
    return id;
  }
  return { tenantId, maker, approver, aCampaign, aBatch, ...plainRows(db), ...plainLedger(db) };
}
export type PlainBooks = Awaited<ReturnType<typeof plainBooks>>;
