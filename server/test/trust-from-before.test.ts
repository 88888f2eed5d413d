import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import type { OpenDatabase, Tx } from '@kerb/server/platform/database/database.ts';
import { migrate, migrationNames } from '@kerb/server/platform/database/migrate.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlainBooks, plainBooks } from './plain-books.ts';
import { openEmptyDatabase } from './test-database.ts';

const before = migrationNames().findLast((name) => name < '0179') ?? '';
const accountsOnly = migrationNames().find((name) => name >= '0180') ?? '';

let database: OpenDatabase;
const balances = async (id: number | null) => {
  const { rows } = await sql<{ account: string; balance: string }>`
    select e.account, sum(e.amount) as balance
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.agreement_id is not distinct from ${id} group by e.account having sum(e.amount) <> 0`.execute(database.db);
  return Object.fromEntries(rows.map(({ account, balance }) => [account, Number(balance)]));
};

/** A paid campaign with a budget of 900 and fees of 100, as the release before has posted it. */
async function paid({ aCampaign, aPayment, anInvoice, post }: PlainBooks): Promise<number> {
  const id = await aCampaign();
  const payment = await aPayment(id, { amount: 1000 });
  const invoice = await anInvoice(id, { amount: 1000, paid: 1000, lines: { sale: 900, fee: 90, tax: 10 } });
  const kept = { [`organisation/${invoice}`]: -900, [`fees/${invoice}`]: -90, [`tax/${invoice}`]: -10 };
  await post({ agreementId: id, event: 'payment', paymentId: payment, entries: { bank: 1000, ...kept } });
  return id;
}

/** A loan of 500 that is signed, and one that is transferred. */
async function lent({ aCampaign, post }: PlainBooks, isTransferred: boolean): Promise<number> {
  const id = await aCampaign({ option: 'pl', status: 7, signed: true });
  await post({ agreementId: id, event: 'lend', entries: { agreed: 500, organisation: -500 } });
  const entries = { organisation: 500, bank: -500, loans: 500, agreed: -500 };
  if (isTransferred) await post({ agreementId: id, event: 'transfer', entries });
  return id;
}

const together = <Made>(steps: (books: PlainBooks) => Promise<Made>) =>
  database.db.transaction().execute(async (tx: Tx) => steps(await plainBooks(tx)));

describe('books of the release before', () => {
  let [fees, signed, drawn, late] = [0, 0, 0, 0];

  beforeAll(async () => {
    database = await openEmptyDatabase();
    await migrate(database, { upTo: before });
    fees = await together(paid);
    signed = await together((books) => lent(books, false));
    drawn = await together((books) => lent(books, true));
    await together(({ post }) =>
      post({ agreementId: null, event: 'payout', entries: { bank: 95, costs: 5, gateway: -100 } }),
    );
    await sql`insert into book_periods (last_day, closed_date, closed_by_user_id)
      select '2026-11-10', now(), min(id) from users`.execute(database.db);
    // The accounts are separate, the balances are not yet: a server of the release before still works.
    await migrate(database, { upTo: accountsOnly });
    late = await together(paid);
    await migrate(database);
  }, 120_000);
  afterAll(() => database.close());

  it('have payers’ money in trust and our own in the operating account', async () => {
    const paidOf = { organisation: -900, fees: -90, tax: -10, trust: 900, bank: 100 };
    expect(await balances(fees)).toEqual(paidOf);
    expect(await balances(late)).toEqual(paidOf);
    expect(await balances(signed)).toEqual({ agreed: 500, organisation: -500 });
    expect(await balances(drawn)).toEqual({ loans: 500, bank: -500 });
    expect(await balances(null)).toEqual({ gateway: -100, trust: 100, costs: 5, bank: -5 });
    expect((await brokenInvariants(database.db)).filter((line) => /trust/.test(line))).toEqual([]);
  });

  it('have one posting for each campaign whose balance was mixed, in the log, and no other entry is new', async () => {
    const { rows } = await sql<{ agreementId: number | null; key: string; isLogged: boolean }>`
      select t.agreement_id, t.key, exists (select from log_entries l where l.target_agreement_id = t.agreement_id
        and l.date = t.date and l.description = t.description) as is_logged
      from ledger_transactions t where t.event = 'opening' order by t.id`.execute(database.db);
    expect(rows).toEqual([
      { agreementId: fees, key: `opening:trust:${fees}`, isLogged: true },
      { agreementId: null, key: 'opening:trust', isLogged: false },
    ]);
  });

  it('keep a closed period as it was', async () => {
    const { rows } = await sql`select from ledger_transactions
      where event = 'opening' and book_day <= '2026-11-10'`.execute(database.db);
    expect(rows).toEqual([]);
    expect((await brokenInvariants(database.db)).filter((line) => /period|totals/.test(line))).toEqual([]);
  });

  it('are divided once, whenever the upgrade runs again', async () => {
    const { rows: before } = await sql`select * from ledger_entries order by id`.execute(database.db);
    await sql`delete from migrations where name > ${accountsOnly}`.execute(database.db);
    await migrate(database);
    const { rows: after } = await sql`select * from ledger_entries order by id`.execute(database.db);
    expect(after).toEqual(before);
  });

  it('have a payout that is reversed on the account that has its money now', async () => {
    await together(async ({ post }) => {
      const { rows } = await sql<{ id: number }>`
        select id from ledger_transactions where event = 'payout'`.execute(database.db);
      const entries = { bank: -95, costs: -5, gateway: 100 };
      return post({ agreementId: null, event: 'reversal', reversesId: rows[0]?.id ?? 0, entries });
    });
    expect(await balances(null)).toEqual({});
  });
});

describe('the database', () => {
  const refusedBy = async (steps: (books: PlainBooks) => Promise<unknown>) =>
    together(steps).then(
      () => undefined,
      (error: { message: string }) => error.message,
    );

  beforeAll(async () => {
    database = await openEmptyDatabase();
    await migrate(database);
  }, 120_000);
  afterAll(() => database.close());

  it('refuses a posting that names the trust account and mixes payers’ money with ours', async () => {
    const mixed = 'mixes payers’ money with ours';
    const held = async ({ aCampaign, aPayment, post }: PlainBooks, entries: Record<string, number>) => {
      const agreementId = await aCampaign();
      const paymentId = await aPayment(agreementId, { amount: 10 });
      await post({ agreementId, event: 'payment', paymentId, entries });
      return agreementId;
    };
    expect(await refusedBy((books) => held(books, { trust: 10, held: -10 }))).toBeUndefined();
    expect(await refusedBy((books) => held(books, { trust: 5, bank: 5, held: -10 }))).toContain(mixed);
    expect(await refusedBy((books) => held(books, { trust: 15, bank: -5, held: -10 }))).toContain(mixed);
    // Our money does not pay back what is a payer's, and a payer's does not pay what is ours.
    const give = async (books: PlainBooks, entries: Record<string, number>) =>
      books.post({ agreementId: await held(books, { trust: 10, held: -10 }), event: 'return', entries });
    expect(await refusedBy((books) => give(books, { trust: -4, bank: -6, held: 10 }))).toBeTruthy();
    expect(await refusedBy((books) => give(books, { trust: -10, held: 10 }))).toBeUndefined();
    const fee = ({ post }: PlainBooks) =>
      post({ agreementId: null, event: 'payout', entries: { trust: 95, costs: 5, gateway: -100 } });
    expect(await refusedBy(fee)).toContain(mixed);
  });

  it('refuses an opening that names another account', async () => {
    const other = async ({ aCampaign, post }: PlainBooks) =>
      post({ agreementId: await aCampaign(), event: 'opening', entries: { trust: 5, held: -5 } });
    expect(await refusedBy(other)).toContain('may not post to held');
  });
});
