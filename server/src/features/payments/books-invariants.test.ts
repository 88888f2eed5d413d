import { brokenInvariants, sentences } from '@kerb/server/features/payments/books-invariants.ts';
import type { OpenDatabase } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlainBooks, plainBooks } from '../../../test/plain-books.ts';
import { openOwnedDatabase } from '../../../test/test-database.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openOwnedDatabase();
});
afterAll(() => database.close());

type Paid = Awaited<ReturnType<typeof paid>>;

/** An organisation with one campaign whose invoice is paid, and its funds transferred by a batch. */
async function paid(books: PlainBooks) {
  const id = await books.aCampaign();
  const invoice = await books.anInvoice(id, { amount: 1000, paid: 1000, lines: { sale: 1000 } });
  const payment = await books.aPayment(id, { amount: 1000 });
  const entries = { bank: 1000, [`organisation/${invoice}`]: -1000 };
  await books.post({ agreementId: id, event: 'payment', paymentId: payment, entries });
  const batch = await books.aBatch('approved', [[id, 1000]]);
  const order = { organisation: 1000, transit: -1000 };
  const ordered = await books.post({ agreementId: id, event: 'order', batchId: batch, entries: order });
  return { ...books, id, invoice, payment, batch, ordered };
}

const inDatabase = () =>
  database.db.transaction().execute(async (tx) => {
    const made = await paid(await plainBooks(tx));
    return { made, broken: await brokenInvariants(tx, [made.tenantId]) };
  });

const entry = (transaction: number, account: string, amount: number, invoice: number | null = null) => sql`
  insert into ledger_entries (transaction_id, account, amount, invoice_id)
  values (${transaction}, ${account}, ${amount}, ${invoice})`;
const pair = (transaction: number, to: string, from: string) => sql`
  insert into ledger_entries (transaction_id, account, amount)
  values (${transaction}, ${to}, 1), (${transaction}, ${from}, -1)`;

// biome-ignore format: a table
const breaks: Record<string, (made: Paid) => RawBuilder<unknown>> = {
  'Each ledger transaction adds up to zero':
    ({ ordered }) => entry(ordered, 'fees', -1),
  'The stored balances of a campaign are the sums of its entries':
    ({ id }) => sql`update campaign_books set held = -7 where agreement_id = ${id}`,
  'No balance has the wrong sign':
    ({ ordered }) => pair(ordered, 'fees', 'elsewhere'),
  'Money came from approved payments, and left as refunds, transfers and returns':
    ({ ordered }) => pair(ordered, 'bank', 'held'),
  'Every cent received is kept, on its way, transferred, earned, held, under refund or returned':
    ({ ordered }) => pair(ordered, 'gateway', 'held'),
  'No organisation gets more than was received or lent for it':
    ({ ordered }) => pair(ordered, 'held', 'organisation'),
  'Payers’ money of a campaign is in trust, at the card gateway or elsewhere: all that is held for others':
    ({ ordered }) => pair(ordered, 'bank', 'trust'),
  'Nothing under refund and nothing held is in a batch':
    ({ ordered }) => pair(ordered, 'transit', 'refunds'),
  'Each ledger transaction of a campaign but daily interest has an entry in the audit log, while the log is kept':
    ({ id }) => sql`insert into ledger_transactions (agreement_id, event, date) values (${id}, 'change', now())`,
  'Each payment is in the ledger once, and its refund too':
    ({ payment }) => sql`update payments set amount = 999 where id = ${payment}`,
  'No more of a payment goes back in part than was paid, and each fee that was kept is in the ledger':
    ({ id, payment }) => sql`insert into part_refunds (agreement_id, payment_id, reference, status, amount, fee, reason, requested_date, finished_date)
      values (${id}, ${payment}, 'r', 'made', 100, 25, 'Less', now(), now())`,
  'Each invoice asks for what the ledger says':
    ({ invoice }) => sql`update invoices set paid_amount = 999 where id = ${invoice}`,
  'Nothing is due for a campaign that ended, or upfront for Pay Later':
    ({ id, ordered }) => sql`with ended as (update agreements set status = 0 where id = ${id}) ${pair(ordered, 'payer', 'billed')}`,
  'Each item of a batch is on its way, transferred or sent back with its amount, as its batch says':
    ({ batch }) => sql`update batches set status = 'waiting-approval' where id = ${batch}`,
  'The items of a batch add up to its total':
    ({ batch }) => sql`update batches set total = 1001 where id = ${batch}`,
  'The loan book has what the ledger has of each loan that is owed, and of no other':
    ({ id }) => sql`insert into loan_accounts (agreement_id, rate_basis_points, charged_from, accrued_until, interest_parts, is_open, is_owed)
      values (${id}, 1450, '2026-11-01', '2026-11-02', 0, true, true)`,
  'The interest of a loan in the ledger is its exact interest, rounded once':
    ({ id }) => sql`insert into loan_accounts values (${id}, 1450, '2026-11-01', '2026-11-02', 3650000, true)`,
  'A loan has interest once for a day, and only for days that its account says are posted':
    ({ id }) => sql`with made as (insert into ledger_transactions (agreement_id, event, date, day)
        values (${id}, 'interest', now(), '2026-11-02') returning id)
      insert into ledger_entries (transaction_id, account, amount)
      select id, x.account, x.amount from made, (values ('accrued', 5), ('interest', -5)) x (account, amount)`,
  'A loan has a repaid date exactly if its money repaid all of it, and that is the day of some of its money':
    ({ id }) => sql`with drawn as (insert into loan_accounts values (${id}, 1450, '2026-11-01', '2026-11-01', 0, false))
      update agreements set campaign_finance_repaid_date = '2026-11-02', finance_option_code = 'pl' where id = ${id}`,
  'No repayment repays more than its amount':
    ({ id, payment }) => sql`with changed as (update payments set kind = 'repayment' where id = ${payment}),
        made as (insert into ledger_transactions (agreement_id, event, date, day, payment_id)
          values (${id}, 'repayment-change', now(), '2026-11-02', ${payment}) returning id)
      insert into ledger_entries (transaction_id, account, amount)
      select id, x.account, x.amount from made, (values ('held', 1001), ('loans', -1001)) x (account, amount)`,
  'No money of ours is in trust: with the card gateway and elsewhere it is what is held for others':
    () => sql`with payout as (insert into ledger_transactions (event, date) values ('payout', now()) returning id)
      insert into ledger_entries (transaction_id, account, amount)
      select id, x.account, x.amount from payout, (values ('trust', 5), ('bank', -5)) x (account, amount)`,
  'Money that came into the operating account is that of an approved bank transfer, with its amount':
    () => sql`with landing as (insert into ledger_transactions (event, date, key) values ('landing', now(), 'landing:0:0') returning id)
      insert into ledger_entries (transaction_id, account, amount)
      select id, x.account, x.amount from landing, (values ('operating', 5), ('bank', -5)) x (account, amount)`,
  'A movement between the bank accounts that a statement shows has its amount, and was not taken back':
    ({ maker }) => sql`with moved as (insert into ledger_transactions (event, date) values ('movement', now()) returning id),
        entries as (insert into ledger_entries (transaction_id, account, amount)
          select id, x.account, x.amount from moved, (values ('operating', 5), ('bank', -5)) x (account, amount)),
        statement as (insert into bank_statements (file_name, created_date, created_by_user_id)
          values ('x.csv', now(), ${maker}) returning id)
      insert into bank_statement_lines (statement_id, line_number, date, amount, words, fingerprint, state, movement_id, state_date)
      select s.id, 1, '2026-11-02', 7, 'x', decode(md5('moved'), 'hex'), 'matched', m.id, now() from moved m, statement s`,
  'The stored totals of each account and day are the sums of its entries':
    () => sql`update ledger_totals set debit = debit + 1`,
  'Nothing was posted in a closed period after it was closed':
    ({ maker }) => sql`insert into book_periods (last_day, entries, closed_date, closed_by_user_id)
      values ('2026-11-30', 1, now(), ${maker})`,
  'Payouts and fees of the card gateway are the statement lines that are matched with them':
    () => sql`with payout as (insert into ledger_transactions (event, date) values ('payout', now()) returning id)
      insert into ledger_entries (transaction_id, account, amount)
      select id, x.account, x.amount from payout, (values ('bank', 5), ('gateway', -5)) x (account, amount)`,
};

/** Without the database's own checks, so that a test can write what they refuse. */
async function withoutChecks(breach: (made: Paid) => RawBuilder<unknown>): Promise<string[]> {
  let broken: string[] = [];
  const undone = new Error('undone');
  await database.db
    .transaction()
    .execute(async (tx) => {
      const made = await paid(await plainBooks(tx));
      await sql`set constraints all immediate`.execute(tx);
      const tables = [
        'campaign_books',
        'ledger_entries',
        'ledger_transactions',
        'payments',
        'part_refunds',
        'invoices',
        'batches',
        'book_periods',
        'bank_statement_lines',
      ];
      for (const table of tables) await sql`alter table ${sql.ref(table)} disable trigger user`.execute(tx);
      await sql`alter table ledger_transactions enable trigger ledger_transactions_dated`.execute(tx);
      await breach(made).execute(tx);
      broken = [...(await brokenInvariants(tx, [made.tenantId])), ...(await brokenInvariants(tx))];
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return broken;
}

describe('the invariants of the books', () => {
  it('are true for a campaign that was paid and ordered', async () => {
    expect((await inDatabase()).broken).toEqual([]);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  it('each have a test', () => {
    expect(Object.keys(breaks).sort()).toEqual([...sentences].sort());
  });

  it.each(Object.keys(breaks))('notice a breach of: %s', async (says) => {
    const broken = await withoutChecks(breaks[says]!);
    expect(broken.find((line) => line.startsWith(`Not true: ${says} (`))).toBeDefined();
  });
});
