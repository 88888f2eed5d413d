import { payersAccounts } from '@kerb/domain/payments/ledger.ts';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { booksToReview } from '@kerb/server/features/payments/books-to-review.ts';
import type { OpenDatabase } from '@kerb/server/platform/database/database.ts';
import { migrate, migrationNames } from '@kerb/server/platform/database/migrate.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dollars, type PlainBooks, plainBooks } from './plain-books.ts';
import { openEmptyDatabase } from './test-database.ts';

const last = migrationNames().findLast((name) => name < '0046')!;

type Write = (books: PlainBooks) => Promise<number>;
type Case = {
  /** What an older release wrote. Returns the campaign. */
  write: Write;
  /** The balances after the upgrade, in dollars; every other one is zero. */
  after: Dollars;
  /** Each invoice: status, amount, paid. */
  invoices?: string[];
  state?: string;
};

/** The rows of an invoice as older releases wrote them: everything was credited when it was issued. */
async function billed({ anInvoice, post }: PlainBooks, agreementId: number, lines: Dollars, paid = 0): Promise<number> {
  const amount = Object.values(lines).reduce((sum, each) => sum + each, 0);
  const id = await anInvoice(agreementId, { amount, paid, lines });
  const accounts: Record<string, string> = { sale: 'organisation', disc: 'discounts', fee: 'fees', tax: 'tax' };
  const credits = Object.entries(lines).map(([type, each]) => [`${accounts[type]}/${id}`, -each]);
  const entries = { [`payer/${id}`]: amount, ...Object.fromEntries(credits) };
  await post({ agreementId, event: 'invoice', entries });
  return id;
}

/** A payment as older releases wrote it. The caller says what it paid. */
async function received({ aPayment, post }: PlainBooks, agreementId: number, paid: Dollars, account = 'bank') {
  const amount = Object.values(paid).reduce((sum, each) => sum + each, 0);
  const method = account === 'bank' ? 'direct-deposit' : 'card';
  const paymentId = await aPayment(agreementId, { amount, method });
  const credits = Object.entries(paid).map(([name, each]) => [name, -each]);
  const entries = { [account]: amount, ...Object.fromEntries(credits) };
  await post({ agreementId, event: 'payment', paymentId, entries });
  return paymentId;
}

const paidUpfront =
  (budget: number, transferred = 0): Write =>
  async (books) => {
    const id = await books.aCampaign({ budget, settled: transferred > 0, status: transferred > 0 ? 11 : 6 });
    const invoice = await billed(books, id, { sale: budget }, budget);
    await received(books, id, { [`payer/${invoice}`]: budget });
    const entries = { organisation: transferred, bank: -transferred };
    if (transferred > 0) await books.post({ agreementId: id, event: 'transfer', entries });
    return id;
  };

const partPaid =
  (campaign: Parameters<PlainBooks['aCampaign']>[0], lines: Dollars, parts: number[]): Write =>
  async (books) => {
    const id = await books.aCampaign(campaign);
    const invoice = await billed(
      books,
      id,
      lines,
      parts.reduce((sum, part) => sum + part, 0),
    );
    for (const part of parts) await received(books, id, { [`payer/${invoice}`]: part });
    return id;
  };

const cases: Record<string, Case> = {
  'a campaign paid by card': {
    write: async (books) => {
      const id = await books.aCampaign({ budget: 4200 });
      const invoice = await billed(books, id, { sale: 4200, fee: 57.27, tax: 5.73 }, 4263);
      await received(books, id, { [`payer/${invoice}`]: 4263 }, 'gateway');
      return id;
    },
    after: { gateway: 4263, organisation: -4200, fees: -57.27, tax: -5.73, settled: 4263 },
    invoices: ['paid 4263.00 4263.00'],
    state: 'paid',
  },
  'a payment that was refunded after it was paid out': {
    write: async (books) => {
      const id = await books.aCampaign({ budget: 777, status: 11, settled: true });
      const invoice = await books.anInvoice(id, { amount: 777, status: 'voided', lines: { sale: 777 } });
      const paymentId = await books.aPayment(id, { amount: 777, status: 'voided', method: 'card' });
      const [sale, paid] = [
        { [`payer/${invoice}`]: 777, [`organisation/${invoice}`]: -777 },
        { gateway: 777, [`payer/${invoice}`]: -777 },
      ];
      const opposite = (entries: Dollars) => Object.fromEntries(Object.entries(entries).map(([k, v]) => [k, -v]));
      const first = await books.post({ agreementId: id, event: 'invoice', entries: sale });
      const second = await books.post({ agreementId: id, event: 'payment', paymentId, entries: paid });
      await books.post({ agreementId: id, event: 'transfer', entries: { organisation: 777, bank: -777 } });
      const back = { agreementId: id, event: 'reversal', paymentId };
      await books.post({ ...back, reversesId: second, entries: opposite(paid) });
      await books.post({ agreementId: id, event: 'reversal', reversesId: first, entries: opposite(sale) });
      return id;
    },
    after: { bank: -777, shortfall: 777, transferred: 777 },
    state: 'none',
  },
  'a budget that was raised after it was paid': {
    write: async (books) => {
      const id = await paidUpfront(1000)(books);
      await books.post({ agreementId: id, event: 'transfer', entries: { organisation: 1500, bank: -1500 } });
      return id;
    },
    after: { bank: -500, shortfall: 500, settled: 1000, transferred: 1500 },
    state: 'paid',
  },
  'a budget that was lowered after it was paid': {
    write: async (books) => {
      const id = await books.aCampaign({ budget: 400, status: 11, settled: true });
      const invoice = await billed(books, id, { sale: 1000 }, 1000);
      await received(books, id, { [`payer/${invoice}`]: 1000 });
      await books.post({ agreementId: id, event: 'transfer', entries: { organisation: 400, bank: -400 } });
      return id;
    },
    after: { bank: 600, held: -600, settled: 400, transferred: 400 },
    invoices: ['voided 1000.00 0.00', 'paid 400.00 400.00'],
    state: 'paid',
  },
  'a part payment of a campaign that became Pay Later': {
    write: partPaid({ option: 'pl', status: 5, budget: 2000 }, { sale: 2000 }, [700]),
    after: { bank: 700, held: -700 },
    invoices: ['voided 2000.00 0.00'],
    state: 'none',
  },
  'a budget that was lowered after a part payment': {
    write: partPaid({ status: 4, budget: 1000 }, { sale: 4200 }, [500, 500]),
    after: { bank: 1000, payer: 3200, billed: -3200, received: -1000 },
    invoices: ['issued 4200.00 1000.00'],
    state: 'part',
  },
  'an unpaid invoice of a loan that is live': {
    write: partPaid({ option: 'pl', status: 8, budget: 2000, signed: true }, { sale: 2000 }, []),
    after: { agreed: 2000, organisation: -2000 },
    invoices: ['voided 2000.00 0.00'],
    state: 'none',
  },
  'a loan that was drawn before its batch': {
    write: ({ aCampaign }) => aCampaign({ option: 'pl', status: 8, budget: 12345.67, signed: true }),
    after: { agreed: 12345.67, organisation: -12345.67 },
  },
  'an additional amount that was never paid out': {
    write: async ({ aCampaign, post }) => {
      const loan = { option: 'pl', status: 8, budget: 10_000, additional: 5000, settled: true, signed: true } as const;
      const id = await aCampaign(loan);
      await post({ agreementId: id, event: 'transfer', entries: { loans: 10_000, bank: -10_000 } });
      return id;
    },
    after: { bank: -10_000, loans: 10_000, agreed: 5000, organisation: -5000, transferred: 10_000 },
  },
  'a cancelled campaign that was paid in part': {
    write: async (books) => {
      const id = await partPaid({ status: 0 }, { sale: 1000, disc: -100 }, [300])(books);
      await books.post({ agreementId: id, event: 'release', entries: { organisation: 300, held: -300 } });
      return id;
    },
    after: { bank: 300, held: -300 },
    invoices: ['voided 900.00 0.00'],
    state: 'none',
  },
  'a declined campaign with a paid and a part-paid invoice, some of it returned': {
    write: async (books) => {
      const id = await books.aCampaign({ status: 1, budget: 1000 });
      const whole = await billed(books, id, { sale: 500, disc: -50 }, 450);
      const part = await billed(books, id, { sale: 500, fee: 100, tax: 10 }, 200);
      await received(books, id, { [`payer/${whole}`]: 450, [`payer/${part}`]: 200 });
      await books.post({ agreementId: id, event: 'release', entries: { organisation: 650, held: -650 } });
      await books.post({ agreementId: id, event: 'return', entries: { held: 150, bank: -150 } });
      return id;
    },
    after: { bank: 500, held: -500, returned: 150 },
    invoices: ['voided 450.00 0.00', 'voided 610.00 0.00'],
    state: 'none',
  },
  'a cancelled campaign that was paid in full': {
    write: async (books) => {
      const id = await books.aCampaign({ status: 0 });
      const invoice = await billed(books, id, { sale: 1000, disc: -100, fee: 20, tax: 2 }, 922);
      await received(books, id, { [`payer/${invoice}`]: 922 });
      const entries = { organisation: 1000, discounts: -100, held: -900 };
      await books.post({ agreementId: id, event: 'release', entries });
      return id;
    },
    after: { bank: 922, held: -900, fees: -20, tax: -2, settled: 22 },
    invoices: ['voided 922.00 0.00', 'paid 22.00 22.00'],
  },
  'a lowered budget with a discount and fees, paid in two invoices': {
    write: async (books) => {
      const id = await books.aCampaign({ budget: 60, status: 11, settled: true });
      const first = await billed(books, id, { sale: 1000, disc: -100, fee: 20, tax: 2 }, 922);
      const second = await billed(books, id, { sale: 200, fee: 10, tax: 1 }, 211);
      await received(books, id, { [`payer/${first}`]: 922, [`payer/${second}`]: 211 });
      await books.post({ agreementId: id, event: 'transfer', entries: { organisation: 60, bank: -60 } });
      return id;
    },
    after: { bank: 1073, held: -1100, discounts: 60, fees: -30, tax: -3, settled: 33, transferred: 60 },
    invoices: ['voided 922.00 0.00', 'voided 211.00 0.00', 'paid 33.00 33.00'],
    state: 'paid',
  },
  'a part-paid fee of a signed Pay On Success campaign': {
    write: partPaid(
      { option: 'pos', status: 7, budget: 3000, additional: 99, signed: true },
      { fee: 136.36, tax: 13.64 },
      [50],
    ),
    after: { bank: 50, payer: 100, billed: -100, received: -50, agreed: 3000, organisation: -3000 },
    state: 'part',
  },
  'a campaign in an approved batch': {
    write: async (books) => {
      const id = await paidUpfront(4200)(books);
      await books.aBatch('approved', [[id, 4200]]);
      return id;
    },
    after: { bank: 4200, transit: -4200, settled: 4200 },
  },
  'a loan in a batch at the bank, without its additional amount': {
    write: async (books) => {
      const id = await books.aCampaign({ option: 'pl', status: 7, budget: 1000, additional: 200, signed: true });
      await books.aBatch('processing', [[id, 1000]]);
      return id;
    },
    after: { agreed: 1200, organisation: -200, transit: -1000 },
  },
  'a batch at the bank that pays more than was received': {
    write: async (books) => {
      const id = await paidUpfront(1000)(books);
      await books.aBatch('processing', [[id, 1500]]);
      return id;
    },
    after: { bank: 1000, transit: -1500, shortfall: 500, settled: 1000 },
  },
  'a campaign in a batch that waits for approval': {
    write: async (books) => {
      const id = await paidUpfront(4200)(books);
      await books.aBatch('waiting-approval', [[id, 4200]]);
      return id;
    },
    after: { bank: 4200, organisation: -4200, settled: 4200 },
  },
  'a campaign that was paid and transferred': {
    write: paidUpfront(4200, 4200),
    after: { settled: 4200, transferred: 4200 },
    state: 'paid',
  },
  'a paid campaign that an admin set to complete before its transfer': {
    write: async (books) => {
      const id = await paidUpfront(900)(books);
      await sql`update agreements set status = 11 where id = ${id}`.execute(database.db);
      return id;
    },
    after: { bank: 900, organisation: -900, settled: 900 },
  },
  'a payment that is being refunded': {
    write: async (books) => {
      const id = await paidUpfront(640)(books);
      await sql`update payments set void_requested_date = now() where agreement_id = ${id}`.execute(database.db);
      return id;
    },
    after: { bank: 640, organisation: -640, settled: 640 },
  },
};

/** Campaigns for which nothing is written. */
const untouched: Record<string, Write> = {
  'a complete loan without a transfer': ({ aCampaign }) => aCampaign({ option: 'pl', status: 11, signed: true }),
  'a loan that is not signed': ({ aCampaign }) => aCampaign({ option: 'pl', status: 6 }),
  'a withdrawn loan that was never signed': ({ aCampaign }) => aCampaign({ option: 'pl', status: 9 }),
};

let database: OpenDatabase;
const ids: Record<string, number> = {};

beforeAll(async () => {
  database = await openEmptyDatabase();
  await migrate(database, { upTo: last });
  const books = await plainBooks(database.db);
  const writes = {
    ...Object.fromEntries(Object.entries(cases).map(([name, { write }]) => [name, write])),
    ...untouched,
  };
  for (const [name, write] of Object.entries(writes)) ids[name] = await write(books);
  await migrate(database);
}, 120_000);
afterAll(() => database.close());

async function booksOf(id: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from campaign_books where agreement_id = ${id}`.execute(database.db);
  return rows[0] ?? {};
}
const keys = (object: Record<string, unknown>) => Object.keys(object);
const notBalances = ['agreementId', 'tenantId', 'version', 'owedSince', 'paymentState'];
const dollarsOf = (row: Record<string, unknown>): Dollars =>
  Object.fromEntries(
    keys(row)
      .filter((name) => !notBalances.includes(name) && Number(row[name]) !== 0)
      .map((name) => [name, Number(row[name])]),
  );

/** Later migrations divide what is in the bank: payers' money is in trust, and the rest is ours. */
function apart(after: Dollars): Dollars {
  const { bank = 0, ...others } = after;
  const payers = payersAccounts.reduce((sum, name) => sum + (others[name] ?? 0), 0);
  const all = { ...others, trust: 0 - payers, bank: bank + payers };
  return Object.fromEntries(Object.entries(all).filter(([, amount]) => amount !== 0));
}

describe('an upgrade opens the books of', () => {
  it.each(keys(cases))('%s', async (name) => {
    const { after, invoices, state } = cases[name]!;
    const row = await booksOf(ids[name]!);
    expect(dollarsOf(row)).toEqual(apart(after));
    if (state) expect(row.paymentState).toBe(state);
    if (invoices) {
      const { rows } = await sql<{ line: string }>`
        select concat_ws(' ', status, amount, paid_amount) as line from invoices
        where agreement_id = ${ids[name]} order by id`.execute(database.db);
      expect(rows.map(({ line }) => line)).toEqual(invoices);
    }
  });

  it.each(keys(untouched))('nobody for %s', async (name) => {
    expect(await booksOf(ids[name]!)).toEqual({});
  });
});

describe('the upgrade', () => {
  it('writes nothing for a campaign whose books were right', async () => {
    const { rows } = await sql<{ event: string }>`
      select event from ledger_transactions where agreement_id = ${ids['a campaign paid by card']}
        and key is distinct from 'opening:trust:' || agreement_id order by id`.execute(database.db);
    expect(rows.map(({ event }) => event)).toEqual(['invoice', 'payment']);
  });

  it('logs what it wrote, and each invoice that it voided', async () => {
    const { rows } = await sql<{ activityCode: string; description: string; userName: string }>`
      select activity_code, description, user_name from log_entries
      where target_agreement_id = ${ids['a part payment of a campaign that became Pay Later']} and user_name <> 'Plain'
        and description not like '%separate accounts' order by id`.execute(database.db);
    const userName = 'Upgrade';
    expect(rows).toEqual([
      {
        activityCode: 'campaign_update',
        description: 'Upgrade: nothing is due, so what was paid is held for the payer',
        userName,
      },
      { activityCode: 'invoice_void', description: 'Invoice voided', userName },
    ]);
  });

  it('leaves no release and no paid invoice of money that is held, so that nothing counts twice', async () => {
    const { rows } = await sql`
      select from ledger_transactions t where t.event = 'release'
        and not exists (select from ledger_transactions r where r.reverses_id = t.id)`.execute(database.db);
    expect(rows).toEqual([]);
    const { rows: lines } = await sql<{ line: string }>`
      select concat_ws(' ', l.type, l.amount) as line from invoice_lines l join invoices i on i.id = l.invoice_id
      where i.agreement_id = ${ids['a lowered budget with a discount and fees, paid in two invoices']}
        and i.status = 'paid' order by l.display_order`.execute(database.db);
    expect(lines.map(({ line }) => line)).toEqual(['sale 60.00', 'disc -60.00', 'fee 30.00', 'tax 3.00']);
  });

  it('leaves books that are right, and names what an admin has to decide', async () => {
    expect(await brokenInvariants(database.db)).toEqual([]);
    const told = (name: string, words: string) => `Campaign ${ids[name]}: ${words}`;
    const beyond = (dollars: string) =>
      `$${dollars} was paid to its organisation beyond what was kept for it. Recover it.`;
    expect(await booksToReview(database.db)).toEqual([
      told('a payment that was refunded after it was paid out', beyond('777.00')),
      told('a budget that was raised after it was paid', beyond('500.00')),
      told('a batch at the bank that pays more than was received', beyond('500.00')),
      told(
        'a complete loan without a transfer',
        'a loan is complete, but no transfer of $1000.00 to its organisation is recorded. Check whether it was paid.',
      ),
    ]);
  });

  it('says since when the funds are owed', async () => {
    const { owedSince } = await booksOf(ids['a campaign paid by card']!);
    expect(owedSince).toBe('2026-11-02T01:00:00.000Z');
    expect((await booksOf(ids['a campaign that was paid and transferred']!)).owedSince).toBeNull();
  });

  it('stops and changes nothing if an unpaid invoice is not in the ledger', async () => {
    const other = await openEmptyDatabase();
    await migrate(other, { upTo: last });
    const books = await plainBooks(other.db);
    const id = await books.aCampaign();
    await books.anInvoice(id, { amount: 1000, lines: { sale: 1000 } });
    await expect(migrate(other)).rejects.toThrow(
      `The ledger and the unpaid invoices of these campaigns differ: ${id}.`,
    );
    expect(await migrate(other, { upTo: last })).toEqual([]);
    await other.close();
  }, 120_000);
});
