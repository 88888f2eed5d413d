import { landsIn } from '@kerb/domain/payments/ledger.ts';
import { ledgerEventNames, ledgerEvents } from '@kerb/domain/payments/ledger-events.ts';
import { type MoveName, moves } from '@kerb/domain/payments/ledger-moves.ts';
import type { OpenDatabase, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dollars, type PlainBooks, plainBooks } from './plain-books.ts';
import { openTestDatabase } from './test-database.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

type Steps = (books: PlainBooks, tx: Tx) => Promise<unknown>;

/** One transaction of plain SQL, as a bug in the product would write it. The constraint that refuses it. */
const refusedBy = async (steps: Steps): Promise<string | undefined> =>
  database.db
    .transaction()
    .execute(async (tx) => steps(await plainBooks(tx), tx))
    .then(
      () => undefined,
      (error: { constraint?: string }) => error.constraint ?? String(error),
    );

/** A campaign with 1,000 dollars of a card or a bank transfer that are held for its payer. */
async function held({ aCampaign, aPayment, post }: PlainBooks, method = 'direct-deposit') {
  const id = await aCampaign();
  const payment = await aPayment(id, { amount: 1000, method });
  const cash = method === 'card' ? 'gateway' : 'bank';
  await post({ agreementId: id, event: 'payment', paymentId: payment, entries: { [cash]: 1000, held: -1000 } });
  return { id, payment };
}

/** The same money, under refund. */
async function underRefund(books: PlainBooks, tx: Tx) {
  const made = await held(books, 'card');
  await sql`update payments set void_requested_date = now() where id = ${made.payment}`.execute(tx);
  const entries = { held: 1000, refunds: -1000 };
  await books.post({ agreementId: made.id, event: 'refund-requested', paymentId: made.payment, entries });
  return made;
}

const ordered = async (books: PlainBooks, id: number, from: string) =>
  books.post({
    agreementId: id,
    event: 'order',
    batchId: await books.aBatch('approved', [[id, 1000]]),
    entries: { [from]: 1000, transit: -1000 },
  });

const refused: Record<string, Steps> = {
  'a transfer of a loan that was never agreed': async ({ aCampaign, post }) =>
    post({ agreementId: await aCampaign(), event: 'transfer', entries: { loans: 1000, bank: -1000 } }),
  'a transfer of money that is held': async (books) =>
    books.post({ agreementId: (await held(books)).id, event: 'transfer', entries: { held: 1000, bank: -1000 } }),
  'a transfer of money under refund': async (books, tx) =>
    books.post({
      agreementId: (await underRefund(books, tx)).id,
      event: 'transfer',
      entries: { refunds: 1000, bank: -1000 },
    }),
  'an order of money that is held': async (books) => ordered(books, (await held(books)).id, 'held'),
  'an order of money under refund': async (books, tx) => ordered(books, (await underRefund(books, tx)).id, 'refunds'),
  'an order without a batch': async ({ aCampaign, post }) => {
    const agreementId = await aCampaign();
    await post({ agreementId, event: 'lend', entries: { agreed: 5, organisation: -5 } });
    await post({ agreementId, event: 'order', entries: { organisation: 5, transit: -5 } });
  },
  'a transfer of what another batch has on its way': async ({ aCampaign, aBatch, post }) => {
    const agreementId = await aCampaign();
    await post({ agreementId, event: 'lend', entries: { agreed: 5, organisation: -5 } });
    const batchId = await aBatch('approved', [[agreementId, 5]]);
    await post({ agreementId, event: 'order', batchId, entries: { organisation: 5, transit: -5 } });
    await post({ agreementId, event: 'transfer', entries: { transit: 5, bank: -5, loans: 5, agreed: -5 } });
  },
  'a return that takes what is lent': async ({ aCampaign, post }) => {
    const agreementId = await aCampaign();
    await post({ agreementId, event: 'lend', entries: { agreed: 5, organisation: -5 } });
    await post({ agreementId, event: 'return', entries: { agreed: -5, organisation: 5, loans: 5, bank: -5 } });
  },
  'a loan that nobody signed': async ({ aCampaign, post }) =>
    post({
      agreementId: await aCampaign({ borrowed: null }),
      event: 'lend',
      entries: { agreed: 5, organisation: -5 },
    }),
  'more of a loan than was signed': async ({ aCampaign, post }) => {
    const agreementId = await aCampaign({ borrowed: 1000 });
    await post({ agreementId, event: 'lend', entries: { agreed: 600, organisation: -600 } });
    await post({
      agreementId,
      event: 'transfer',
      entries: { organisation: 600, bank: -600, loans: 600, agreed: -600 },
    });
    await post({ agreementId, event: 'lend', entries: { agreed: 400.01, organisation: -400.01 } });
  },
  'money of no payment': async ({ aCampaign, post }) =>
    post({ agreementId: await aCampaign(), event: 'payment', entries: { bank: 5, held: -5 } }),
  'a payment of another campaign': async ({ aCampaign, aPayment, post }) => {
    const paymentId = await aPayment(await aCampaign(), { amount: 5 });
    await post({ agreementId: await aCampaign(), event: 'payment', paymentId, entries: { bank: 5, held: -5 } });
  },
  'an invoice of another campaign': async ({ aCampaign, anInvoice, post }) => {
    const i = await anInvoice(await aCampaign(), { amount: 5, lines: { sale: 5 } });
    const entries = { [`payer/${i}`]: 5, [`billed/${i}`]: -5 };
    await post({ agreementId: await aCampaign(), event: 'invoice', entries });
  },
  'held money that is kept for the organisation without an invoice': async (books) =>
    books.post({ agreementId: (await held(books)).id, event: 'change', entries: { held: 1000, organisation: -1000 } }),
  'a fee without an invoice that no refund keeps': async (books) =>
    books.post({ agreementId: (await held(books)).id, event: 'change', entries: { held: 25, fees: -25 } }),
  'an upgrade that the product makes up': async ({ aCampaign, post }) =>
    post({ agreementId: await aCampaign(), event: 'opening', entries: { shortfall: 5, organisation: -5 } }),
  'a movement of payers’ money': async ({ post }) =>
    post({ agreementId: null, event: 'movement', entries: { operating: 5, trust: -5 } }),
  'a landing that takes money from the operating account': async ({ post }) =>
    post({ agreementId: null, event: 'landing', key: 'landing:0:0', entries: { operating: -5, bank: 5 } }),
  'a reversal of something else': async ({ post }) => {
    const reversesId = await post({ agreementId: null, event: 'payout', entries: { bank: 5, gateway: -5 } });
    await post({ agreementId: null, event: 'reversal', reversesId, entries: { bank: -6, gateway: 6 } });
  },
};

/** What comes back was transferred before. */
const refusedBounces: Record<string, Steps> = {
  'a payment that comes back without a batch': async ({ aCampaign, post }) => {
    const agreementId = await aCampaign();
    await post({ agreementId, event: 'bounce', entries: { bank: 5, organisation: -5 } });
  },
  'a loan that comes back and was never lent': async ({ aCampaign, aBatch, post }) => {
    const agreementId = await aCampaign();
    const batchId = await aBatch('transferred', [[agreementId, 5]]);
    await post({ agreementId, event: 'bounce', batchId, entries: { bank: 5, organisation: -10, agreed: 5 } });
  },
  'held money that comes back': async (books) => {
    const { id: agreementId } = await held(books);
    const batchId = await books.aBatch('transferred', [[agreementId, 1000]]);
    await books.post({ agreementId, event: 'bounce', batchId, entries: { bank: 1000, held: -1000 } });
  },
};

/** Entries of an invoice of 1,000 dollars, which is paid as given. */
const divided =
  (entries: (invoice: number) => Dollars, status?: string): Steps =>
  async (books, tx) => {
    const { id } = await held(books);
    const invoice = await books.anInvoice(id, { amount: 1000, paid: 1000, lines: { sale: 900, fee: 90, tax: 10 } });
    if (status === 'voided')
      await sql`update invoices set status = 'voided', paid_amount = 0 where id = ${invoice}`.execute(tx);
    await books.post({ agreementId: id, event: 'change', entries: entries(invoice) });
  };

describe('the database refuses', () => {
  it.each(Object.keys(refused))('%s', async (name) => {
    expect(await refusedBy(refused[name]!)).toBe('events_agree');
  });

  it.each(Object.keys(refusedBounces))('%s', async (name) => {
    expect(['events_agree', 'turnovers_not_negative']).toContain(await refusedBy(refusedBounces[name]!));
  });

  it('a movement between the bank accounts that names a campaign', async () => {
    const entries = { operating: 5, bank: -5 };
    const ofCampaign: Steps = async ({ aCampaign, post }) =>
      post({ agreementId: await aCampaign(), event: 'movement', entries });
    expect(await refusedBy(ofCampaign)).toBe('ledger_transactions_page_check');
    expect(await refusedBy(({ post }) => post({ agreementId: null, event: 'movement', entries }))).toBeUndefined();
  });

  it('to keep more for the organisation than the lines of the paid invoice say', async () => {
    const more = (i: number) => ({ held: 1000, [`organisation/${i}`]: -990, [`tax/${i}`]: -10 });
    expect(await refusedBy(divided(more))).toBe('invoices_agree');
    const byDiscount = (i: number) => ({ held: 1000, [`organisation/${i}`]: -1900, [`discounts/${i}`]: 900 });
    expect(await refusedBy(divided(byDiscount))).toBe('invoices_agree');
    const right = (i: number) => ({ held: 1000, [`organisation/${i}`]: -900, [`fees/${i}`]: -90, [`tax/${i}`]: -10 });
    expect(await refusedBy(divided(right, 'voided'))).toBe('invoices_agree');
    expect(await refusedBy(divided(right))).toBeUndefined();
  });

  /** A batch of five dollars that is transferred, and what comes back of it. */
  const sentBack =
    (times: number, isRecorded: boolean): Steps =>
    async ({ aCampaign, aBatch, post, maker }, tx) => {
      const agreementId = await aCampaign();
      await post({ agreementId, event: 'lend', entries: { agreed: 5, organisation: -5 } });
      const batchId = await aBatch('approved', [[agreementId, 5]]);
      await post({ agreementId, event: 'order', batchId, entries: { organisation: 5, transit: -5 } });
      await sql`update batches set status = 'transferred' where id = ${batchId}`.execute(tx);
      await sql`update batch_items set is_transferred = true where batch_id = ${batchId}`.execute(tx);
      const lent = { transit: 5, bank: -5, loans: 5, agreed: -5 };
      await post({ agreementId, event: 'transfer', batchId, entries: lent });
      if (isRecorded) {
        await sql`update batch_items set returned_date = now(), returned_by_user_id = ${maker}, return_reason = 'Closed'
          where batch_id = ${batchId}`.execute(tx);
      }
      const back = { bank: 5, organisation: -5, loans: -5, agreed: 5 };
      for (let time = 0; time < times; time += 1) await post({ agreementId, event: 'bounce', batchId, entries: back });
    };

  it('a payment that comes back twice, or that its batch does not say came back', async () => {
    expect(await refusedBy(sentBack(1, true))).toBeUndefined();
    expect(await refusedBy(sentBack(0, false))).toBeUndefined();
    expect(await refusedBy(sentBack(2, true))).toBeTruthy();
    expect(await refusedBy(sentBack(1, false))).toBe('batches_agree');
    expect(await refusedBy(sentBack(0, true))).toBe('batches_agree');
  });

  it('to forget that a payment came back', async () => {
    const forget: Steps = async (books, tx) => {
      await sentBack(1, true)(books, tx);
      await sql`update batch_items set returned_date = null, returned_by_user_id = null, return_reason = null
        where returned_date is not null`.execute(tx);
    };
    expect(await refusedBy(forget)).toContain('cannot be changed');
  });

  it('a statement line that is not what its batch paid', async () => {
    const line =
      (amount: number): Steps =>
      async (books, tx) => {
        const agreementId = await books.aCampaign();
        await books.post({ agreementId, event: 'lend', entries: { agreed: 5, organisation: -5 } });
        const batchId = await books.aBatch('processing', [[agreementId, 5]]);
        await books.post({ agreementId, event: 'order', batchId, entries: { organisation: 5, transit: -5 } });
        const { rows } = await sql<{ id: number }>`insert into bank_statements (file_name, created_date,
          created_by_user_id) values ('x.csv', now(), ${books.maker}) returning id`.execute(tx);
        await sql`insert into bank_statement_lines (statement_id, line_number, date, amount, words, fingerprint, state,
            batch_id, state_date)
          values (${rows[0]?.id}, 1, '2026-11-02', ${amount}, 'x',
            decode(md5(${amount}::text), 'hex'), 'matched', ${batchId}, now())`.execute(tx);
      };
    expect(await refusedBy(line(-5))).toBeUndefined();
    expect(await refusedBy(line(-7))).toBe('lines_agree');
    expect(await refusedBy(line(5))).toBe('lines_agree');
  });

  it('a statement line that is not its movement between the bank accounts', async () => {
    const line =
      (account: 'trust' | 'operating', amount: number, times = 1): Steps =>
      async (books, tx) => {
        const entries = { operating: 5, bank: -5 };
        const movement = await books.post({ agreementId: null, event: 'movement', entries });
        const { rows } = await sql<{ id: number }>`insert into bank_statements (file_name, created_date,
          created_by_user_id, account) values ('x.csv', now(), ${books.maker}, ${account}) returning id`.execute(tx);
        await sql`insert into bank_statement_lines (statement_id, line_number, date, amount, words, fingerprint, state,
            movement_id, state_date)
          select ${rows[0]?.id}::bigint, n, '2026-11-02', ${amount}::numeric, 'x',
            decode(md5(random()::text || n), 'hex'), 'matched', ${movement}::bigint, now()
          from generate_series(1, ${times}::integer) n`.execute(tx);
      };
    expect(await refusedBy(line('operating', 5))).toBeUndefined();
    expect(await refusedBy(line('trust', -5))).toBeUndefined();
    expect(await refusedBy(line('trust', 5))).toBe('lines_of_movements');
    expect(await refusedBy(line('operating', 6))).toBe('lines_of_movements');
    expect(await refusedBy(line('operating', 5, 2))).toBe('lines_of_movements');
  });

  it('entries that are added to an earlier transaction', async () => {
    const made = await database.db.transaction().execute(async (tx) => held(await plainBooks(tx)));
    const added = database.db.transaction().execute((tx) =>
      sql`insert into ledger_entries (transaction_id, account, amount)
        select t.id, x.account, x.amount from ledger_transactions t,
          (values ('held', 1000), ('transit', -1000)) x (account, amount)
        where t.agreement_id = ${made.id}`.execute(tx),
    );
    await expect(added).rejects.toThrow('takes no more entries');
  });
});

describe('the accounts of an event', () => {
  const cash = [...new Set(Object.values(landsIn))];
  /** A card is never taken back, and nothing but a card goes through the card gateway: see the events' causes. */
  const cashOf = (move: MoveName) => (move === 'takeBack' ? cash.filter((name) => name !== 'gateway') : cash);
  const postings = (event: keyof typeof ledgerEvents): string[] =>
    (ledgerEvents[event].moves as readonly MoveName[]).flatMap((move) =>
      moves[move].lines.flatMap(([account, sign]) =>
        (account === 'cash' ? cashOf(move) : [account]).map((name) => `${name}${sign}`),
      ),
    );
  const inDomain = (event: keyof typeof ledgerEvents) =>
    event === 'reversal'
      ? postings('payout').map((each) => (each.endsWith('+') ? each.replace('+', '-') : each.replace('-', '+')))
      : postings(event);

  it.each(ledgerEventNames)('are the same in the database: %s', async (event) => {
    const { rows } = await sql<{ accounts: string[] }>`select ledger_accounts_of(${event}) as accounts`.execute(
      database.db,
    );
    expect(rows[0]?.accounts.toSorted()).toEqual([...new Set(inDomain(event))].toSorted());
  });
});
