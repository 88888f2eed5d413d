import { bookEndpoints } from '@kerb/domain/books/books.contract.ts';
import { booksReportNames } from '@kerb/domain/books/books-reports.ts';
import { addDays, dayIn } from '@kerb/domain/kernel/dates.ts';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { type PlainBooks, plainBooks } from '../../../test/plain-books.ts';
import { onPostgres } from '../../../test/test-database.ts';

const now = '2026-11-14T14:00:00.000Z';
let stage: Stage;
let admin: Person;
let books: PlainBooks;
let campaigns: number[];

beforeAll(async () => {
  stage = await startStage({ now });
  const build = buildersFor(stage);
  admin = await build.aPerson('admin');
  books = await plainBooks(stage.db);
  campaigns = [
    await books.aCampaign({ option: 'pl', signed: true, borrowed: 9_000_000 }),
    await books.aCampaign({ option: 'pl', signed: true, borrowed: 9_000_000 }),
  ];
});

const ask = async (path: string) => {
  const response = await stage.as(admin.userId)('GET', path);
  expect(response.statusCode, response.body).toBe(200);
  return response;
};
const trialBalanceOn = async (day: string) =>
  z.decode(bookEndpoints.trialBalance.response, (await ask(`/v1/books/trial-balance?day=${day}`)).json());

type Posted = { event: 'payout' | 'lend' | 'interest'; campaign: number; cents: number; at: string; daysAgo: number };
type Line = { account: string; amount: number; day: string; campaign: number | null };
let written = 0;

/** Postings that the database takes in any order. Returns their lines as the books should have them. */
async function post({ event, campaign, cents, at, daysAgo }: Posted): Promise<Line[]> {
  const id = event === 'payout' ? null : campaigns[campaign]!;
  const amount = (cents / 100).toFixed(2);
  written += 1;
  const day = event === 'interest' ? addDays(dayIn('Australia/Sydney', at), -daysAgo - written * 31) : null;
  const key = day === null ? `${event}:${written}` : `interest:${id}:${day}`;
  const [debit, credit] = {
    payout: ['trust', 'gateway'],
    lend: ['agreed', 'organisation'],
    interest: ['accrued', 'interest'],
  }[event] as [string, string];
  await stage.db.transaction().execute(async (tx) => {
    await sql`
      with made as (insert into ledger_transactions (agreement_id, event, key, date, day)
        values (${id}, ${event}, ${key}, ${at}, ${day}::date) returning id)
      insert into ledger_entries (transaction_id, account, amount)
      select made.id, x.account, x.amount from made
      cross join (values (${debit}::text, ${amount}::numeric), (${credit}::text, -${amount}::numeric)) x (account, amount)`.execute(
      tx,
    );
  });
  const on = day ?? dayIn(id === null ? 'UTC' : 'Australia/Sydney', at);
  return [
    { account: debit, amount: cents, day: on, campaign: id },
    { account: credit, amount: -cents, day: on, campaign: id },
  ];
}

const posted = fc.record({
  event: fc.constantFrom('payout', 'lend', 'interest'),
  campaign: fc.nat(1),
  cents: fc.integer({ min: 1, max: 100_000 }),
  at: fc
    .date({ min: new Date('2026-09-01'), max: new Date('2026-11-14'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  daysAgo: fc.nat(30),
}) as fc.Arbitrary<Posted>;

const journal: Line[] = [];
const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

describe('the trial balance', () => {
  it('balances on any day, and is the sum of the journal until that day, after any postings', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(posted, { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat(90), { minLength: 1, maxLength: 3 }),
        async (postings, ago) => {
          for (const posting of postings) journal.push(...(await post(posting)));
          for (const day of ago.map((days) => addDays('2026-11-15', -days))) {
            const { items, debit, credit } = await trialBalanceOn(day);
            expect(debit).toBe(credit);
            const until = Map.groupBy(
              journal.filter((line) => line.day <= day),
              ({ account }) => account,
            );
            const expected = [...until]
              .map(([account, lines]) => [account, sumOf(lines)])
              .filter(([, sum]) => sum !== 0);
            expect(items.map((item) => [item.account, item.debit - item.credit]).sort()).toEqual(expected.sort());
          }
        },
      ),
      { numRuns: 12 },
    );
    expect((await brokenInvariants(stage.db)).filter((line) => line.includes('totals'))).toEqual([]);
  });

  it('is right after writers that would wait for each other on one row of totals', async () => {
    // The embedded engine has one connection.
    if (!onPostgres) return;
    const before = await trialBalanceOn('2026-11-15');
    let reached = 0;
    const meet = async (writers: number) => {
      reached += 1;
      while (reached < writers) await new Promise((resolve) => setImmediate(resolve));
    };
    const pair = (debit: string, credit: string) => sql`
      with made as (insert into ledger_transactions (agreement_id, event, date)
        values (null, ${debit === 'trust' ? 'payout' : 'reversal'}, ${now}) returning id)
      insert into ledger_entries (transaction_id, account, amount)
      select made.id, x.account, x.amount from made
      cross join (values (${debit}::text, 1), (${credit}::text, -1)) x (account, amount)`;
    const write = () =>
      stage.db.transaction().execute(async (tx) => {
        await pair('trust', 'gateway').execute(tx);
        // Every writer holds its row here.
        await meet(4);
        await pair('trust', 'gateway').execute(tx);
      });
    await Promise.all([write(), write(), write(), write()]);
    const after = await trialBalanceOn('2026-11-15');
    expect(after.debit - before.debit).toBe(800);
    expect((await brokenInvariants(stage.db)).filter((line) => line.includes('totals'))).toEqual([]);
    for (let times = 0; times < 8; times += 1) {
      journal.push(
        { account: 'trust', amount: 100, day: '2026-11-14', campaign: null },
        { account: 'gateway', amount: -100, day: '2026-11-14', campaign: null },
      );
    }
  });
});

async function wholeJournal(query: string) {
  const items = [];
  for (let before = ''; ; ) {
    const { body } = await ask(`/v1/books/journal?perPage=7&${query}${before && `&before=${before}`}`);
    const page = z.decode(bookEndpoints.journal.response, JSON.parse(body));
    items.push(...page.items);
    const last = page.items.at(-1);
    if (!page.isMore || !last) return items;
    before = `${last.day}:${last.id}`;
  }
}

describe('the journal', () => {
  const entriesOf = (items: Awaited<ReturnType<typeof wholeJournal>>) =>
    items.flatMap(({ entries }) => entries.map(({ account, debit, credit }) => `${account} ${debit - credit}`)).sort();
  const linesOf = (lines: readonly Line[]) => lines.map(({ account, amount }) => `${account} ${amount}`).sort();

  it('has every posting once, the newest day first, page by page', async () => {
    const items = await wholeJournal('');
    expect(entriesOf(items)).toEqual(linesOf(journal));
    expect(items.map(({ day }) => day)).toEqual(
      items
        .map(({ day }) => day)
        .toSorted()
        .toReversed(),
    );
  });

  it('finds postings by days, account, kind, campaign and organisation', async () => {
    const [from, to] = ['2026-09-20', '2026-10-20'];
    const inSpan = journal.filter(({ day }) => day >= from && day <= to);
    expect(entriesOf(await wholeJournal(`from=${from}&to=${to}`))).toEqual(linesOf(inSpan));
    const isOf =
      (account: string) =>
      ({ account: name }: Line) =>
        ({ trust: ['trust', 'gateway'], agreed: ['agreed', 'organisation'] })[account]!.includes(name);
    expect(entriesOf(await wholeJournal('account=trust'))).toEqual(linesOf(journal.filter(isOf('trust'))));
    expect(entriesOf(await wholeJournal('event=lend'))).toEqual(linesOf(journal.filter(isOf('agreed'))));
    const ofFirst = journal.filter(({ campaign }) => campaign === campaigns[0]);
    expect(entriesOf(await wholeJournal(`agreementId=${campaigns[0]}`))).toEqual(linesOf(ofFirst));
    const ofTenant = journal.filter(({ campaign }) => campaign !== null);
    expect(entriesOf(await wholeJournal(`tenantId=${books.tenantId}`))).toEqual(linesOf(ofTenant));
    expect(await wholeJournal('tenantId=999999')).toEqual([]);
  });
});

describe('an account', () => {
  it('has its balances before and after the days, and its turnover between', async () => {
    const [from, to] = ['2026-10-01', '2026-10-31'];
    const summary = z.decode(
      bookEndpoints.account.response,
      (await ask(`/v1/books/accounts/trust?from=${from}&to=${to}`)).json(),
    );
    const inTrust = journal.filter(({ account }) => account === 'trust');
    const opening = sumOf(inTrust.filter(({ day }) => day < from));
    const within = inTrust.filter(({ day }) => day >= from && day <= to);
    expect(summary.opening.debit - summary.opening.credit).toBe(opening);
    expect(summary.debit).toBe(sumOf(within.filter(({ amount }) => amount > 0)));
    expect(summary.closing.debit - summary.closing.credit).toBe(opening + sumOf(within));
  });
});

describe('held money, and what organisations are owed', () => {
  it('are the balances of the trial balance', async () => {
    const { items } = await trialBalanceOn('2026-11-15');
    const balance = (name: string) => items.find(({ account }) => account === name)?.credit ?? 0;
    const owed = z.decode(bookEndpoints.owed.response, (await ask('/v1/books/owed')).json());
    expect(owed.owed).toBe(balance('organisation') + balance('transit'));
    expect(owed.items.map(({ tenant, campaigns: count }) => [tenant, count])).toEqual([[books.tenantId, 2]]);
    const held = z.decode(bookEndpoints.held.response, (await ask('/v1/books/held')).json());
    expect([held.held, held.underRefund]).toEqual([balance('held'), balance('refunds')]);
  });
});

/** The cells of a record, without their quotes. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

describe('the files of the books', () => {
  it('as spreadsheets add up to the trial balance', async () => {
    const lines = (await ask('/v1/books/journal/csv')).body.split('\r\n').slice(0, -1);
    const header = cellsOf(lines[0]!);
    const at = (name: string) => header.findIndex((cell) => cell.endsWith(name));
    const records = lines.slice(1).map(cellsOf);
    expect(records).toHaveLength(journal.length);
    const debit = records.reduce((sum, cells) => sum + Math.round(Number(cells[at('Debit')]) * 100), 0);
    expect(debit).toBe(sumOf(journal.filter(({ amount }) => amount > 0)));
    const balance = (await ask('/v1/books/trial-balance/csv?day=2026-11-15')).body
      .split('\r\n')
      .slice(1, -1)
      .map(cellsOf);
    const total = (place: number) => balance.reduce((sum, cells) => sum + Math.round(Number(cells[place]) * 100), 0);
    expect(total(2)).toBe(total(3));
    expect(total(2)).toBe((await trialBalanceOn('2026-11-15')).debit);
  });

  it('of an account have the balance after each entry', async () => {
    const lines = (await ask('/v1/books/account/csv?account=trust&from=2026-10-01')).body.split('\r\n').slice(1, -1);
    const closing = cellsOf(lines.at(-1)!)[8];
    expect(Number(closing)).toBeCloseTo(sumOf(journal.filter(({ account }) => account === 'trust')) / 100, 2);
  });

  it.each(booksReportNames)('%s is also a PDF', async (name) => {
    const response = await stage.as(admin.userId)('GET', `/v1/books/${name}/pdf?to=2026-11-15`);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.headers['content-type']).toBe('application/pdf');
    expect(pdfText(response.rawPayload)).toContain('Total');
  });
});
