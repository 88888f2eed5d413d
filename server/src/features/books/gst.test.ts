import { bookEndpoints } from '@kerb/domain/books/books.contract.ts';
import type { GstBasis } from '@kerb/domain/books/gst.ts';
import { addDays } from '@kerb/domain/kernel/dates.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { type Dollars, plainBooks, plainRows } from '../../../test/plain-books.ts';

let stage: Stage;
let admin: Person;
let loan: number;
let written = 0;

type Db = Database | Tx;
type Posting = { agreementId: number; event: string; day: string; line?: string; paymentId?: number; entries: Dollars };

/** A posting on a day of its own. */
async function post(db: Db, { agreementId, event, day, line, paymentId, entries }: Posting): Promise<void> {
  const rows = Object.entries(entries).map(([name, amount]) => {
    const [account, invoice] = name.split('/');
    return sql`(${account}::text, ${amount}::numeric, ${invoice ?? null}::bigint)`;
  });
  written += 1;
  const key = event === 'interest' ? `interest:${agreementId}:${day}` : `${event}:${written}`;
  await sql`
    with made as (insert into ledger_transactions (agreement_id, event, key, date, day, line, payment_id)
      values (${agreementId}, ${event}, ${key}, '2026-11-14T01:00:00Z', ${day}::date, ${line ?? null}, ${paymentId ?? null})
      returning id)
    insert into ledger_entries (transaction_id, account, amount, invoice_id)
    select made.id, x.account, x.amount, x.invoice from made
    cross join (values ${sql.join(rows)}) x (account, amount, invoice)`.execute(db);
}

/** A document and its postings are only right together, so they are one transaction. */
const together = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => stage.db.transaction().execute(run);

const repay = (paid: { fees: number; interest: number }, day: string): Promise<void> =>
  together(async (tx) => {
    const amount = paid.fees + paid.interest;
    const { rows } = await sql<{ id: number }>`
      insert into payments (agreement_id, kind, finance_option_code, status, method, reference, amount, campaign_budget,
        payment_date, created_date)
      values (${loan}, 'repayment', 'pos', 'approved', 'direct-deposit', gen_random_uuid()::text, ${amount}, 0, ${day},
        '2026-11-14T01:00:00Z') returning id`.execute(tx);
    const entries = { bank: amount, charges: -paid.fees, ...(paid.interest > 0 && { accrued: -paid.interest }) };
    await post(tx, { agreementId: loan, event: 'repayment', day, paymentId: rows[0]!.id, entries });
  });

/** Invoiced in September, paid in October. */
const paidLater = (id: number): Promise<void> =>
  together(async (tx) => {
    const { anInvoice, aPayment } = plainRows(tx);
    const invoice = await anInvoice(id, { amount: 1110, paid: 1110, lines: { sale: 1000, fee: 100, tax: 10 } });
    const paymentId = await aPayment(id, { amount: 1110 });
    const [payer, billed] = [`payer/${invoice}`, `billed/${invoice}`];
    const parts = { [`organisation/${invoice}`]: -1000, [`fees/${invoice}`]: -100, [`tax/${invoice}`]: -10 };
    await post(tx, {
      agreementId: id,
      event: 'invoice',
      day: '2026-09-20',
      entries: { [payer]: 1110, [billed]: -1110 },
    });
    const entries = { bank: 1110, [payer]: -1110, [billed]: 1110, ...parts };
    await post(tx, { agreementId: id, event: 'payment', day: '2026-10-05', paymentId, entries });
  });

/** Invoiced in October, not paid. */
const unpaid = (id: number): Promise<void> =>
  together(async (tx) => {
    const invoice = await plainRows(tx).anInvoice(id, { amount: 555, lines: { sale: 500, fee: 50, tax: 5 } });
    const entries = { [`payer/${invoice}`]: 555, [`billed/${invoice}`]: -555 };
    await post(tx, { agreementId: id, event: 'invoice', day: '2026-10-10', entries });
  });

beforeAll(async () => {
  stage = await startStage({ now: '2026-11-14T14:00:00.000Z' });
  admin = await buildersFor(stage).aPerson('admin');
  const { aCampaign } = await plainBooks(stage.db);
  await paidLater(await aCampaign());
  await unpaid(await aCampaign());
  loan = await aCampaign({ option: 'pos', signed: true });
  const charge = (line: string, entries: Dollars) =>
    together((tx) => post(tx, { agreementId: loan, event: 'charge', day: '2026-09-01', line, entries }));
  await charge('serviceFee', { charges: 220, lending: -200, tax: -20 });
  await charge('caveatFee', { charges: 50, lending: -50 });
  const earned = { accrued: 30, interest: -30 };
  await together((tx) => post(tx, { agreementId: loan, event: 'interest', day: '2026-09-30', entries: earned }));
  await repay({ fees: 135, interest: 0 }, '2026-10-20');
  await repay({ fees: 100.01, interest: 12.34 }, '2026-11-03');
});

async function gst(basis: GstBasis, from: string, to: string) {
  const response = await stage.as(admin.userId)('GET', `/v1/books/gst?basis=${basis}&from=${from}&to=${to}`);
  expect(response.statusCode, response.body).toBe(200);
  return z.decode(bookEndpoints.gst.response, response.json());
}
type Report = Awaited<ReturnType<typeof gst>>;
const figures = ({ sections }: Report) =>
  Object.fromEntries(sections.map(({ section, net, tax }) => [section, [net, tax]]));

describe('the GST report', () => {
  it('on an accrual basis counts what was invoiced and charged', async () => {
    expect(figures(await gst('accrual', '2026-09-01', '2026-09-30'))).toEqual({
      services: [100_00, 10_00],
      'loan-fees': [200_00, 20_00],
      'free-fees': [50_00, 0],
      interest: [30_00, 0],
    });
    const october = await gst('accrual', '2026-10-01', '2026-10-31');
    expect(figures(october)).toMatchObject({ services: [50_00, 5_00], 'loan-fees': [0, 0] });
    expect([october.taxableSales, october.tax, october.atRate]).toEqual([55_00, 5_00, 5_00]);
  });

  it('on a cash basis counts what was paid, and each fee by its share of a repayment', async () => {
    expect(figures(await gst('cash', '2026-09-01', '2026-09-30'))).toEqual({
      services: [0, 0],
      'loan-fees': [0, 0],
      'free-fees': [0, 0],
      interest: [0, 0],
    });
    expect(figures(await gst('cash', '2026-10-01', '2026-10-31'))).toEqual({
      services: [100_00, 10_00],
      'loan-fees': [100_00, 10_00],
      'free-fees': [25_00, 0],
      interest: [0, 0],
    });
    const november = await gst('cash', '2026-11-01', '2026-11-30');
    const { 'loan-fees': taxed, 'free-fees': free, interest } = figures(november) as Record<string, [number, number]>;
    expect(taxed![0] + taxed![1] + free![0]).toBe(100_01);
    expect(interest).toEqual([12_34, 0]);
  });

  it('adds up over any periods, and to the tax account of the ledger', async () => {
    const [from, to] = ['2026-09-01', '2026-11-30'];
    for (const basis of ['cash', 'accrual'] as const) {
      const whole = await gst(basis, from, to);
      await fc.assert(
        fc.asyncProperty(fc.nat(88), async (days) => {
          const parts = [await gst(basis, from, addDays(from, days)), await gst(basis, addDays(from, days + 1), to)];
          const sum = (of: (report: Report) => number) => parts.reduce((so, part) => so + of(part), 0);
          expect([
            sum(({ tax }) => tax),
            sum(({ otherSales }) => otherSales),
            sum(({ taxableSales }) => taxableSales),
          ]).toEqual([whole.tax, whole.otherSales, whole.taxableSales]);
        }),
        { numRuns: 8 },
      );
    }
    const { rows } = await sql<{ tax: string }>`
      select (sum(credit) - sum(debit))::text as tax from ledger_totals where account = 'tax'`.execute(stage.db);
    const paid = figures(await gst('cash', from, to)) as Record<string, [number, number]>;
    const charged = figures(await gst('accrual', from, to)) as Record<string, [number, number]>;
    expect(paid.services![1] + charged['loan-fees']![1]).toBe(Math.round(Number(rows[0]!.tax) * 100));
  });

  it('has the postings behind each figure, on the screen and in the spreadsheet', async () => {
    const query = 'basis=cash&from=2026-09-01&to=2026-11-30';
    const { sections } = await gst('cash', '2026-09-01', '2026-11-30');
    const csv = (await stage.as(admin.userId)('GET', `/v1/books/gst/csv?${query}`)).body.split('\r\n').slice(1, -1);
    expect(csv).toHaveLength(sections.reduce((sum, { lines }) => sum + lines, 0));
    for (const { section, net, tax } of sections) {
      const path = `/v1/books/gst/postings?${query}&section=${section}`;
      const { items } = z.decode(bookEndpoints.gstLines.response, (await stage.as(admin.userId)('GET', path)).json());
      expect(items.reduce((sum, line) => sum + line.net, 0)).toBe(net);
      expect(items.reduce((sum, line) => sum + line.tax, 0)).toBe(tax);
    }
  });
});
