import { type Books, emptyBooks, paymentStateOf, turnovers } from '@kerb/domain/payments/campaign-money.ts';
import { accountNames } from '@kerb/domain/payments/ledger.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import type { OpenDatabase, Tx } from '@kerb/server/platform/database/database.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dollars, type PlainBooks, plainBooks } from './plain-books.ts';
import { openOwnedDatabase } from './test-database.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openOwnedDatabase();
});
afterAll(() => database.close());

type Steps = (books: PlainBooks, tx: Tx) => Promise<unknown>;

/** One transaction of plain SQL, as a bug in the product would write it. */
const write = <T>(steps: (books: PlainBooks, tx: Tx) => Promise<T>): Promise<T> =>
  database.db.transaction().execute(async (tx) => steps(await plainBooks(tx), tx));

const refusedBy = async (steps: Steps): Promise<string | undefined> =>
  write(steps).then(
    () => undefined,
    (error: { constraint?: string }) => error.constraint ?? String(error),
  );

/** A campaign with a paid invoice, all in the ledger. */
async function paid({ aCampaign, anInvoice, aPayment, post }: PlainBooks, method = 'direct-deposit') {
  const id = await aCampaign();
  const invoice = await anInvoice(id, { amount: 1000, paid: 1000, lines: { sale: 1000 } });
  const payment = await aPayment(id, { amount: 1000, method });
  const cash = method === 'card' ? 'gateway' : 'bank';
  const entries = { [cash]: 1000, [`organisation/${invoice}`]: -1000 };
  await post({ agreementId: id, event: 'payment', paymentId: payment, entries });
  return { id, invoice, payment };
}
/** The same money, held for the payer. */
async function heldMoney({ aCampaign, aPayment, post }: PlainBooks) {
  const id = await aCampaign();
  const payment = await aPayment(id, { amount: 1000 });
  await post({ agreementId: id, event: 'payment', paymentId: payment, entries: { bank: 1000, held: -1000 } });
  return { id, payment };
}

type PlainRefund = { id: number; payment: number; amount: number; fee?: number; status?: 'made' | 'requested' };
const aPartRefund = (tx: Tx, { id, payment, amount, fee = 0, status = 'made' }: PlainRefund) =>
  sql`insert into part_refunds (agreement_id, payment_id, reference, status, amount, fee, reason, requested_date,
      finished_date)
    values (${id}, ${payment}, gen_random_uuid()::text, ${status}, ${amount}, ${fee}, 'Less', now(),
      ${status === 'made' ? sql`now()` : null})`.execute(tx);

const order = (agreementId: number, amount: number, batchId: number) => ({
  agreementId,
  event: 'order',
  batchId,
  entries: { organisation: amount, transit: -amount },
});

/** Each breaks one rule, and nothing else. */
const refused: Record<string, [constraint: string, steps: Steps]> = {
  'an order above what is kept': [
    'kept_covers_payouts',
    async (books) => {
      const { id } = await paid(books);
      await books.post(order(id, 1000.01, await books.aBatch('approved', [[id, 1000.01]])));
    },
  ],
  'an order of money that was set aside for a refund': [
    'kept_covers_payouts',
    async (books, tx) => {
      const { id, invoice, payment } = await paid(books, 'card');
      await sql`update payments set void_requested_date = now() where id = ${payment}`.execute(tx);
      await sql`update invoices set status = 'voided', paid_amount = 0 where id = ${invoice}`.execute(tx);
      const entries = { [`organisation/${invoice}`]: 1000, refunds: -1000 };
      await books.post({ agreementId: id, event: 'refund-requested', paymentId: payment, entries });
      await books.post(order(id, 1000, await books.aBatch('approved', [[id, 1000]])));
    },
  ],
  'a refund of money that is ordered': [
    'kept_covers_payouts',
    async (books) => {
      const { id, invoice, payment } = await paid(books, 'card');
      await books.post(order(id, 1000, await books.aBatch('approved', [[id, 1000]])));
      const entries = { [`organisation/${invoice}`]: 1000, refunds: -1000 };
      await books.post({ agreementId: id, event: 'refund-requested', paymentId: payment, entries });
    },
  ],
  'a return of more than is held': [
    'held_not_negative',
    async ({ aCampaign, post }) =>
      post({ agreementId: await aCampaign(), event: 'return', entries: { held: 1, bank: -1 } }),
  ],
  'a confirmed refund that was not requested': [
    'refunds_not_negative',
    async ({ aCampaign, post }) =>
      post({ agreementId: await aCampaign(), event: 'refunded', entries: { refunds: 1, gateway: -1 } }),
  ],
  'a transfer that was not ordered': [
    'transit_not_negative',
    async (books) =>
      books.post({ agreementId: (await paid(books)).id, event: 'transfer', entries: { transit: 1, bank: -1 } }),
  ],
  'a division of money that was not received': [
    'received_not_negative',
    async ({ aCampaign, post }) =>
      post({ agreementId: await aCampaign(), event: 'payment', entries: { received: 1, fees: -1 } }),
  ],
  'a bill without its other side': [
    'due_not_negative',
    async ({ aCampaign, post }) =>
      post({ agreementId: await aCampaign(), event: 'invoice', entries: { payer: 1, fees: -1 } }),
  ],
  'a loan that nobody is owed': [
    'lent_not_negative',
    async ({ aCampaign, post }) =>
      post({ agreementId: await aCampaign(), event: 'lend', entries: { agreed: 1, fees: -1 } }),
  ],
  'less than nothing recorded by hand': [
    'elsewhere_not_negative',
    async ({ aCampaign, post }) =>
      post({ agreementId: await aCampaign(), event: 'void', entries: { elsewhere: -1, bank: 1 } }),
  ],
  'a fee that was never earned and is taken back': [
    'earned_not_negative',
    async ({ aCampaign, post }) =>
      post({ agreementId: await aCampaign(), event: 'void', entries: { fees: 1, held: -1 } }),
  ],
  'a transaction that does not balance': [
    'events_agree',
    async ({ aCampaign, post }) =>
      post({ agreementId: await aCampaign(), event: 'lend', entries: { organisation: -1 } }),
  ],
  'a second posting with the same key': [
    'ledger_transactions_key_key',
    async ({ aCampaign, post }) => {
      const lend = { agreementId: await aCampaign(), event: 'lend', entries: { agreed: 1, organisation: -1 } };
      await post({ ...lend, key: 'lend:1' });
      await post({ ...lend, key: 'lend:1' });
    },
  ],
  'a write to the stored balances': [
    'campaign_books_guard',
    async (books, tx) => {
      const { id } = await paid(books);
      await sql`update campaign_books set organisation = -2000 where agreement_id = ${id}`.execute(tx);
    },
  ],
  'stored balances of a campaign without entries': [
    'campaign_books_guard',
    async ({ aCampaign, tenantId }, tx) =>
      sql`insert into campaign_books (agreement_id, tenant_id) values (${await aCampaign()}, ${tenantId})`.execute(tx),
  ],
  'the removal of stored balances': [
    'campaign_books_guard',
    async (books, tx) => {
      const { id } = await paid(books);
      await sql`delete from campaign_books where agreement_id = ${id}`.execute(tx);
    },
  ],
  'an approved payment that is not in the ledger': [
    'payments_agree',
    async ({ aCampaign, aPayment }) => aPayment(await aCampaign(), { amount: 5 }),
  ],
  'a payment that is in the ledger twice': [
    'payments_agree',
    async (books) => {
      const { id, payment } = await paid(books);
      await books.post({ agreementId: id, event: 'payment', paymentId: payment, entries: { bank: 1000, held: -1000 } });
    },
  ],
  'a voided payment whose money is still in the ledger': [
    'payments_agree',
    async (books, tx) => {
      const { payment } = await paid(books);
      await sql`update payments set status = 'voided' where id = ${payment}`.execute(tx);
    },
  ],
  'a requested refund whose money is not set aside': [
    'payments_agree',
    async (books, tx) => {
      const { payment } = await paid(books, 'card');
      await sql`update payments set void_requested_date = now() where id = ${payment}`.execute(tx);
    },
  ],
  'a part of a payment that went back and is still in the ledger': [
    'payments_agree',
    async (books, tx) => {
      const { id, payment } = await paid(books);
      await aPartRefund(tx, { id, payment, amount: 100 });
    },
  ],
  'a part that is requested and not set aside': [
    'payments_agree',
    async (books, tx) => {
      const { id, payment } = await paid(books, 'card');
      await aPartRefund(tx, { id, payment, amount: 100, status: 'requested' });
    },
  ],
  'parts that are more than was paid': [
    'payments_agree',
    async (books, tx) => {
      const { id, payment } = await heldMoney(books);
      for (const _ of [1, 2]) await aPartRefund(tx, { id, payment, amount: 600, fee: 599 });
      const entries = { held: 1000, bank: -2, fees: -998 };
      await books.post({ agreementId: id, event: 'part-refund', paymentId: payment, entries });
    },
  ],
  'an invoice that is not in the ledger': [
    'invoices_agree',
    async ({ aCampaign, anInvoice }) => anInvoice(await aCampaign(), { amount: 5, lines: { sale: 5 } }),
  ],
  'a voided invoice that still asks for money': [
    'invoices_agree',
    async ({ aCampaign, anInvoice, post }, tx) => {
      const id = await aCampaign();
      const invoice = await anInvoice(id, { amount: 5, lines: { sale: 5 } });
      const entries = { [`payer/${invoice}`]: 5, [`billed/${invoice}`]: -5 };
      await post({ agreementId: id, event: 'invoice', entries });
      await sql`update invoices set status = 'voided' where id = ${invoice}`.execute(tx);
    },
  ],
  'a part payment that the invoice does not show': [
    'invoices_agree',
    async ({ aCampaign, anInvoice, aPayment, post }) => {
      const id = await aCampaign();
      const invoice = await anInvoice(id, { amount: 5, lines: { sale: 5 } });
      const paymentId = await aPayment(id, { amount: 2 });
      const entries = { [`payer/${invoice}`]: 3, [`billed/${invoice}`]: -3, [`received/${invoice}`]: -2, bank: 2 };
      await post({ agreementId: id, event: 'payment', paymentId, entries });
    },
  ],
  'an approved batch without orders': [
    'batches_agree',
    async (books) => {
      const { id } = await paid(books);
      await books.aBatch('approved', [[id, 1000]]);
    },
  ],
  'an approved batch with one order missing': [
    'batches_agree',
    async (books) => {
      const [first, second] = [await paid(books), await paid(books)];
      const batch = await books.aBatch('approved', [
        [first.id, 1000],
        [second.id, 1000],
      ]);
      await books.post(order(first.id, 1000, batch));
    },
  ],
  'a transferred batch without its transfers': [
    'batches_agree',
    async (books, tx) => {
      const { id } = await paid(books);
      const batch = await books.aBatch('approved', [[id, 1000]]);
      await books.post(order(id, 1000, batch));
      await sql`update batches set status = 'transferred' where id = ${batch}`.execute(tx);
    },
  ],
  'a discarded batch whose money is still on its way': [
    'batches_agree',
    async (books, tx) => {
      const { id } = await paid(books);
      const batch = await books.aBatch('approved', [[id, 1000]]);
      await books.post(order(id, 1000, batch));
      await sql`update batches set status = 'discarded', discard_reason = 'x' where id = ${batch}`.execute(tx);
    },
  ],
  'an order for a campaign that is not in the batch': [
    'batches_agree',
    async (books) => {
      const [first, second] = [await paid(books), await paid(books)];
      const batch = await books.aBatch('approved', [[first.id, 1000]]);
      await books.post(order(first.id, 1000, batch));
      await books.post(order(second.id, 1000, batch));
    },
  ],
};

/** What the product does in one transaction. */
const allowed: Record<string, Steps> = {
  'a payment that starts pending and is approved at once': async ({ aCampaign, aPayment, post }, tx) => {
    const id = await aCampaign();
    const payment = await aPayment(id, { amount: 7, status: 'pending' });
    await sql`update payments set status = 'approved' where id = ${payment}`.execute(tx);
    await post({ agreementId: id, event: 'payment', paymentId: payment, entries: { bank: 7, held: -7 } });
  },
  'an invoice that is issued and paid in one transaction': async (books) => paid(books),
  'an invoice that is issued, paid in part, paid in full and voided': async (books, tx) => {
    const id = await books.aCampaign();
    const i = await books.anInvoice(id, { amount: 10, lines: { sale: 10 } });
    await books.post({ agreementId: id, event: 'invoice', entries: { [`payer/${i}`]: 10, [`billed/${i}`]: -10 } });
    const part = { [`payer/${i}`]: -4, [`billed/${i}`]: 4, [`received/${i}`]: -4, bank: 4 };
    const [first, second] = [await books.aPayment(id, { amount: 4 }), await books.aPayment(id, { amount: 6 })];
    await books.post({ agreementId: id, event: 'payment', paymentId: first, entries: part });
    await sql`update invoices set paid_amount = 4 where id = ${i}`.execute(tx);
    const rest = { [`payer/${i}`]: -6, [`billed/${i}`]: 6, [`received/${i}`]: 4, [`organisation/${i}`]: -10, bank: 6 };
    await books.post({ agreementId: id, event: 'payment', paymentId: second, entries: rest });
    await sql`update invoices set paid_amount = 10, status = 'paid' where id = ${i}`.execute(tx);
    await books.post({ agreementId: id, event: 'end', entries: { [`organisation/${i}`]: 10, held: -10 } });
    await sql`update invoices set paid_amount = 0, status = 'voided' where id = ${i}`.execute(tx);
  },
  'a refund that is requested and confirmed': async (books, tx) => {
    const { id, invoice, payment } = await paid(books, 'card');
    await sql`update payments set void_requested_date = now() where id = ${payment}`.execute(tx);
    await sql`update invoices set status = 'voided', paid_amount = 0 where id = ${invoice}`.execute(tx);
    const aside = { [`organisation/${invoice}`]: 1000, refunds: -1000 };
    await books.post({ agreementId: id, event: 'refund-requested', paymentId: payment, entries: aside });
    const back = { refunds: 1000, gateway: -1000 };
    await books.post({ agreementId: id, event: 'refunded', paymentId: payment, entries: back });
    await sql`update payments set status = 'voided' where id = ${payment}`.execute(tx);
  },
  'a part of a payment that went back, less a fee': async (books, tx) => {
    const { id, payment } = await heldMoney(books);
    await aPartRefund(tx, { id, payment, amount: 100, fee: 25 });
    const entries = { held: 100, bank: -75, fees: -22.73, tax: -2.27 };
    await books.post({ agreementId: id, event: 'part-refund', paymentId: payment, entries });
  },
  'a batch that is approved, processed and transferred': async (books, tx) => {
    const { id } = await paid(books);
    const batch = await books.aBatch('approved', [[id, 1000]]);
    await books.post(order(id, 1000, batch));
    await sql`update batches set status = 'processing' where id = ${batch}`.execute(tx);
    const entries = { transit: 1000, bank: -1000 };
    await books.post({ agreementId: id, event: 'transfer', batchId: batch, entries });
    await sql`update batches set status = 'transferred' where id = ${batch}`.execute(tx);
  },
  'a payout of the card gateway, which belongs to no campaign': async ({ post }) =>
    post({ agreementId: null, event: 'payout', entries: { bank: 50, gateway: -50 } }),
};

describe('the database refuses', () => {
  it.each(Object.keys(refused))('%s', async (name) => {
    const [constraint, steps] = refused[name]!;
    expect(await refusedBy(steps)).toBe(constraint);
  });
});

describe('the database allows', () => {
  it.each(Object.keys(allowed))('%s', async (name) => {
    expect(await refusedBy(allowed[name]!)).toBeUndefined();
  });
});

describe('the stored balances', () => {
  const step = fc.record({
    from: fc.constantFrom(...accountNames),
    to: fc.constantFrom(...accountNames),
    cents: fc.integer({ min: 1, max: 40_000 }),
    event: fc.constantFrom('payment', 'transfer', 'return', 'change'),
    ofInvoice: fc.boolean(),
  });

  // biome-ignore format: a table
  const start: Dollars = {
    gateway: 500, bank: 6000, elsewhere: 500, payer: 500, billed: -500, received: -500, held: -1000, refunds: -1000,
    organisation: -4000, transit: -1000, fees: -500, tax: -500, discounts: 500, agreed: 500, loans: 500, interest: -500,
    shortfall: 500,
  };

  it('are the sums of the entries after any postings, whichever of them were refused', async () => {
    // Any account with any event: this is about the sums.
    await sql`alter table ledger_entries disable trigger events_agree`.execute(database.db);
    const made = await write(async (books) => {
      const id = await books.aCampaign();
      const invoice = await books.anInvoice(id, { amount: 1, status: 'draft', lines: { sale: 1 } });
      await books.post({ agreementId: id, event: 'opening', entries: start });
      return { ...books, id, invoice };
    });
    const run = async (steps: (typeof step extends fc.Arbitrary<infer T> ? T : never)[]) => {
      for (const { from, to, cents, event, ofInvoice } of steps.filter((each) => each.from !== each.to)) {
        const follows = !['payer', 'received'].some((name) => name === from || name === to);
        const name = (account: string) => (ofInvoice && follows ? `${account}/${made.invoice}` : account);
        const entries: Dollars = { [name(to)]: cents / 100, [name(from)]: -cents / 100 };
        await write((books) => books.post({ agreementId: made.id, event, entries })).catch(() => {});
      }
      const books = await booksOf(database.db, made.id);
      expect(await summed(made.id)).toEqual(
        Object.fromEntries(accountNames.map((account) => [account, books[account]])),
      );
      const { rows } = await sql<{ paymentState: string }>`
        select payment_state from campaign_books where agreement_id = ${made.id}`.execute(database.db);
      expect(rows.map(({ paymentState }) => paymentState)).toEqual([paymentStateOf(books)]);
      const broken = await brokenInvariants(database.db, [made.tenantId]);
      expect(broken.filter((line) => line.includes('stored balances') || line.includes('zero'))).toEqual([]);
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), run), { numRuns: 15 });
    await sql`alter table ledger_entries enable trigger events_agree`.execute(database.db);
  }, 60_000);

  async function summed(id: number): Promise<Record<string, number>> {
    const { rows } = await sql<{ account: string; cents: number }>`
      select e.account, (sum(e.amount) * 100)::bigint as cents from ledger_entries e
      join ledger_transactions t on t.id = e.transaction_id where t.agreement_id = ${id} group by e.account`.execute(
      database.db,
    );
    return {
      ...Object.fromEntries(accountNames.map((name) => [name, 0])),
      ...Object.fromEntries(rows.map((r) => [r.account, r.cents])),
    };
  }

  it('follow a campaign that moves to another organisation', async () => {
    const { id, other } = await write(async (books, tx) => {
      const made = await paid(books);
      const { tenantId } = await plainBooks(tx);
      await sql`update agreements set tenant_id = ${tenantId} where id = ${made.id}`.execute(tx);
      return { id: made.id, other: tenantId };
    });
    const { rows } = await sql<{ tenantId: number }>`
      select tenant_id from campaign_books where agreement_id = ${id}`.execute(database.db);
    expect(rows).toEqual([{ tenantId: other }]);
  });

  it('are zero for a campaign without entries, and say since when the organisation is owed', async () => {
    const id = await write(({ aCampaign }) => aCampaign());
    expect(await booksOf(database.db, id)).toEqual(emptyBooks);
    const owed = await write(async (books) => (await paid(books)).id);
    const books: Books = await booksOf(database.db, owed);
    expect(books).toMatchObject({ organisation: -100_000, trust: 100_000, bank: 0, settled: 100_000 });
    expect(books.owedSince).toBe('2026-11-02T01:00:00.000Z');
    expect(turnovers.map((name) => books[name])).toEqual([100_000, 0, 0, 0, 0]);
  });
});
