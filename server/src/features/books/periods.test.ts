import { exportEndpoints } from '@kerb/domain/books/exports.contract.ts';
import { periodEndpoints } from '@kerb/domain/books/periods.contract.ts';
import { accountNames } from '@kerb/domain/payments/ledger.ts';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { plainBooks } from '../../../test/plain-books.ts';
import { onPostgres } from '../../../test/test-database.ts';

const now = '2026-11-14T14:00:00.000Z';
let stage: Stage;
let [first, second]: Person[] = [];
let campaign: number;
let tenantId: number;

beforeEach(async () => {
  stage = await startStage({ now });
  const build = buildersFor(stage);
  [first, second] = [await build.aPerson('admin'), await build.aPerson('admin')];
  const books = await plainBooks(stage.db);
  tenantId = books.tenantId;
  campaign = await books.aCampaign({ option: 'pl', signed: true, borrowed: 900_000 });
});

type Posted = { day?: string; bookDay?: string; amount?: number; id?: number | null };

/** A posting in the ledger, and the day on which it counts. */
async function post({ day, bookDay, amount = 10, id = campaign }: Posted = {}, db = stage.db): Promise<string> {
  const [debit, credit] = day === undefined ? ['agreed', 'organisation'] : ['accrued', 'interest'];
  const event = day === undefined ? 'lend' : 'interest';
  const key = day === undefined ? null : `interest:${id}:${day}`;
  const { rows } = await sql<{ bookDay: string }>`
    with made as (insert into ledger_transactions (agreement_id, event, key, date, day, book_day)
      values (${id}, ${event}, ${key}, ${now}, ${day ?? null}::date, ${bookDay ?? null}::date) returning id, book_day),
    entered as (insert into ledger_entries (transaction_id, account, amount)
      select made.id, x.account, x.amount from made
      cross join (values (${debit}::text, ${amount}::numeric), (${credit}::text, -${amount}::numeric)) x (account, amount))
    select book_day from made`.execute(db);
  return rows[0]!.bookDay;
}

const send = (person: Person | undefined, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  stage.as(person?.userId ?? null)(method, path, body);
const close = (lastDay: string, person = first) => send(person, 'POST', '/v1/books/periods', { lastDay });
const reopen = (id: number, person = second) =>
  send(person, 'POST', `/v1/books/periods/${id}/reopen`, { reason: 'A forgotten payment' });
const periods = async () =>
  z.decode(periodEndpoints.list.response, (await send(first, 'GET', '/v1/books/periods')).json());
const logged = async () => {
  const { rows } = await sql<{ description: string }>`
    select description from log_entries where description like 'Books %' order by id`.execute(stage.db);
  return rows.map(({ description }) => description);
};

describe('a closed period', () => {
  it('takes no posting any more; a posting of an earlier day counts on the first open day', async () => {
    expect(await post({ day: '2026-10-20' })).toBe('2026-10-20');
    expect((await close('2026-10-31')).statusCode).toBe(200);
    await expect(post({ bookDay: '2026-10-31' })).rejects.toThrow(/period of 2026-10-31 is closed/);
    expect(await post({ day: '2026-10-21' })).toBe('2026-11-01');
    expect(await post({ day: '2026-11-02' })).toBe('2026-11-02');
    expect(await post({ bookDay: '2026-11-01' })).toBe('2026-11-01');
    expect(await post()).toBe('2026-11-15');
    expect((await brokenInvariants(stage.db)).filter((line) => line.includes('period'))).toEqual([]);
    expect(await logged()).toEqual(['Books closed until 2026-10-31']);
  });

  it('is followed by the next one, and ends before today', async () => {
    expect((await close('2026-11-15')).statusCode).toBe(400);
    await close('2026-09-30');
    expect((await close('2026-09-30')).statusCode).toBe(200);
    expect((await close('2026-09-30', second)).statusCode).toBe(400);
    await close('2026-10-31');
    const { items, openFrom } = await periods();
    expect(items.map(({ firstDay, lastDay }) => [firstDay, lastDay])).toEqual([
      ['2026-10-01', '2026-10-31'],
      [null, '2026-09-30'],
    ]);
    expect(openFrom).toBe('2026-11-01');
  });

  it('is not closed while the interest of one of its days is missing', async () => {
    await sql`insert into loan_accounts values (${campaign}, 1450, '2026-10-01', '2026-10-31', 0, true)`.execute(
      stage.db,
    );
    const answer = await close('2026-10-31');
    expect([answer.statusCode, answer.json().displayText]).toEqual([
      409,
      'The interest of one loan is not posted until this day yet. Try again later.',
    ]);
    expect((await close('2026-10-30')).statusCode).toBe(200);
  });

  it('is opened again by another admin only, the last one first', async () => {
    await close('2026-09-30');
    await close('2026-10-31');
    const [last, earlier] = (await periods()).items;
    expect((await reopen(earlier!.id)).statusCode).toBe(409);
    expect((await reopen(last!.id, first)).statusCode).toBe(409);
    expect((await reopen(last!.id)).statusCode).toBe(200);
    expect((await reopen(last!.id)).statusCode).toBe(200);
    expect((await periods()).openFrom).toBe('2026-10-01');
    expect(await post({ day: '2026-10-20' })).toBe('2026-10-20');
    expect((await logged()).at(-1)).toBe('Books until 2026-10-31 opened again');
    await expect(
      sql`update book_periods set reopened_date = null, reopened_by_user_id = null, reopen_reason = null`.execute(
        stage.db,
      ),
    ).rejects.toThrow(/Only the last closed period/);
  });

  it('is closed after the postings under way, and has them', async () => {
    // The embedded engine has one connection.
    if (!onPostgres) return;
    let closing: ReturnType<typeof close> | undefined;
    await stage.db.transaction().execute(async (tx) => {
      await post({ day: '2026-10-20' }, tx as never);
      closing = close('2026-10-31');
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect((await periods()).items).toEqual([]);
    });
    expect((await closing!).statusCode).toBe(200);
    expect((await periods()).items[0]!.entries).toBe(2);
  });
});

const codes = (changed: Record<string, string | null> = {}) => ({
  items: accountNames.map((account, place) => ({
    account,
    xero: changed[account] === undefined ? String(400 + place) : changed[account],
    myob: `1-${1_000 + place}`,
  })),
});

describe('the export of a closed period', () => {
  const exported = (id: number, system: string) => send(first, 'POST', `/v1/books/periods/${id}/exports`, { system });

  async function closedPeriod(): Promise<number> {
    await sql`update tenants set xero_contact_ref = 'X-77' where id = ${tenantId}`.execute(stage.db);
    await post({ bookDay: '2026-10-05', amount: 1234.56 });
    await post({ day: '2026-10-20', amount: 7.89 });
    await close('2026-10-31');
    return (await periods()).items[0]!.id;
  }

  it('needs a code for each account', async () => {
    const id = await closedPeriod();
    const answer = await exported(id, 'xero');
    expect([answer.statusCode, answer.json().displayText]).toEqual([
      409,
      'These accounts have no code yet: Kept for organisations, Loans signed, not transferred, Interest owed, Interest.',
    ]);
    const wrong = await send(first, 'PUT', '/v1/books/account-codes', {
      items: [{ account: 'bank', xero: '090', myob: '1' }],
    });
    expect(wrong.statusCode).toBe(400);
    const saved = await send(first, 'PUT', '/v1/books/account-codes', codes({ bank: null }));
    expect(saved.statusCode, saved.body).toBe(200);
    const view = z.decode(exportEndpoints.codes.response, (await send(first, 'GET', '/v1/books/account-codes')).json());
    expect(view.items.find(({ account }) => account === 'bank')).toEqual({
      account: 'bank',
      xero: null,
      myob: '1-1002',
    });
  });

  it('is made once, gives the same bytes, names the contact, and keeps the period closed', async () => {
    const id = await closedPeriod();
    await send(first, 'PUT', '/v1/books/account-codes', codes());
    const file = (system: string) => send(second, 'GET', `/v1/books/periods/${id}/exports/${system}`);
    expect((await file('xero')).statusCode).toBe(404);
    for (const system of ['xero', 'myob']) {
      const made = await exported(id, system);
      expect(made.statusCode, made.body).toBe(200);
      const before = (await file(system)).body;
      await send(first, 'PUT', '/v1/books/account-codes', codes({ organisation: '999' }));
      await post({ day: system === 'xero' ? '2026-10-22' : '2026-10-23' });
      expect((await exported(id, system)).statusCode).toBe(200);
      expect((await file(system)).body).toBe(before);
      expect(before).toContain('X-77');
    }
    const amounts = (await file('xero')).body
      .split('\r\n')
      .slice(1, -1)
      .map((line) => Math.round(Number(line.split(',').at(-5)) * 100));
    expect(amounts.toSorted((a, b) => a - b)).toEqual([-1234_56, -7_89, 7_89, 1234_56]);
    expect((await reopen(id)).statusCode).toBe(409);
    await expect(
      sql`update book_periods set reopened_date = ${now}, reopened_by_user_id = ${first!.userId},
        reopen_reason = 'x'`.execute(stage.db),
    ).rejects.toThrow(/stays closed/);
    expect((await periods()).items[0]!.exports.map(({ system }) => system)).toEqual(['myob', 'xero']);
  });
});
