import { randomUUID } from 'node:crypto';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type LoanFixture, startLoanFixture } from '../../../test/loan-fixture.ts';
import { operatingAccount } from '../../../test/operating-account.ts';

const now = '2026-11-15T01:00:00.000Z';
let fixture: LoanFixture;
const get = async (path: string) => (await fixture.call(fixture.admin)('GET', path)).json();
const post = (path: string, body?: object, key: string = randomUUID()) =>
  fixture.call(fixture.admin)('POST', path, body, { 'idempotency-key': key });

async function repay(id: number, amount: number): Promise<{ repayments: { id: number }[] }> {
  const answer = await post(`/v1/agreements/${id}/repayments`, { amount, date: '2026-11-15' });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const accounts = () => get('/v1/books/bank-accounts');
async function balances() {
  const { trust, operating, ours, toMove } = await accounts();
  return { trust: trust.balance, operating: operating.balance, ours, toMove };
}
const needs = async () => {
  const { items } = await get('/v1/needs');
  return items.find(({ name }: { name: string }) => name === 'movements').count;
};
const movement = { direction: 'to-trust', amount: 60, day: '2026-11-15', reference: 'Transfer 118' };
const isRight = async () => expect(await brokenInvariants(fixture.stage.db)).toEqual([]);

describe('two bank accounts', () => {
  beforeAll(async () => {
    fixture = await startLoanFixture({ env: operatingAccount, now });
  });

  it('have nothing to move while a repayment is exactly ours', async () => {
    const id = await fixture.aDrawnLoan();
    await repay(id, 500);
    expect(await balances()).toEqual({ trust: 0, operating: 500, ours: 0, toMove: null });
    expect(await needs()).toBe(0);
    await isRight();
  });

  it('have to move what a payer repaid too much, and what the organisation still gets of the loan', async () => {
    const id = await fixture.aDrawnLoan();
    await repay(id, 10_889.62);
    expect(await balances()).toEqual({
      trust: 0,
      operating: 11_389.62,
      ours: -10_100,
      toMove: { direction: 'to-trust', amount: 10_100 },
    });
    expect(await needs()).toBe(1);
    await isRight();
  });

  it('have a movement recorded once, with its day and reference, in the log too', async () => {
    const key = randomUUID();
    const first = await post('/v1/books/movements', movement, key);
    expect(first.statusCode, first.body).toBe(200);
    expect(first.json()).toMatchObject({
      ours: -10_040,
      toMove: { direction: 'to-trust', amount: 10_040 },
      movements: [{ ...movement, isUndone: false, isOnStatement: false }],
    });
    expect((await post('/v1/books/movements', movement, key)).json()).toEqual(first.json());
    expect((await accounts()).movements).toHaveLength(1);
    const logged = await fixture.stage.db
      .selectFrom('logEntries')
      .select(['description', 'logData'])
      .where('description', '=', 'Money moved between bank accounts')
      .execute();
    expect(logged).toHaveLength(1);
    await isRight();
  });

  // biome-ignore format: a table
  it.each([
    ['more than is to be moved', { amount: 10_040.01 },            'amount',    'At most $10,040.00 is to be moved.'],
    ['the other direction',      { direction: 'to-operating' },    'direction', 'Nothing is to be moved in this direction.'],
    ['a day to come',            { amount: 1, day: '2026-11-16' }, 'day',       'Enter today or an earlier day.'],
  ])('refuse %s', async (_what, change, field, message) => {
    const answer = await post('/v1/books/movements', { ...movement, ...change });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().validation[field]).toMatchObject([{ message }]);
  });

  it('cannot move the same money twice, also at the same time', async () => {
    const both = await Promise.all([1, 2].map(() => post('/v1/books/movements', { ...movement, amount: 10_040 })));
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    expect(await balances()).toMatchObject({ trust: 10_100, operating: 1_289.62, ours: 0, toMove: null });
    await isRight();
  });

  it('take a movement back that was recorded by mistake, once', async () => {
    const [{ id }] = (await accounts()).movements;
    const undone = await post(`/v1/books/movements/${id}/undo`);
    expect(undone.json()).toMatchObject({ ours: -10_040, movements: [{ id, isUndone: true }, { isUndone: false }] });
    expect((await post(`/v1/books/movements/${id}/undo`)).statusCode).toBe(409);
    await isRight();
  });

  it('follow a repayment that is voided', async () => {
    const before = await balances();
    const id = await fixture.aDrawnLoan();
    const { repayments } = await repay(id, 500);
    const after = await balances();
    expect([after.operating - before.operating, after.ours - before.ours].map(Math.round)).toEqual([500, 0]);
    const voided = await post(`/v1/payments/${repayments[0]?.id}/void`, { reason: 'It never came' });
    expect(voided.statusCode, voided.body).toBe(200);
    expect(await balances()).toEqual(before);
    await isRight();
  });

  it('are in the trial balance, and the operating account has its own page', async () => {
    const { items } = await get('/v1/books/trial-balance');
    const { operating } = await balances();
    expect(items).toContainEqual({ account: 'operating', debit: operating, credit: 0 });
    expect((await get('/v1/books/accounts/operating')).closing).toEqual({ debit: operating, credit: 0 });
  });
});

describe('a closed period of the books', () => {
  beforeAll(async () => {
    fixture = await startLoanFixture({ env: operatingAccount, now });
  });

  it('has no movement of later: it counts on the first open day, and keeps its own day', async () => {
    await repay(await fixture.aDrawnLoan(), 10_889.62);
    expect((await post('/v1/books/periods', { lastDay: '2026-11-10' })).statusCode).toBe(200);
    const late = { ...movement, day: '2026-11-09' };
    const [recorded] = (await post('/v1/books/movements', late)).json().movements;
    expect(recorded).toMatchObject(late);
    const closing = async (day: string) => (await get(`/v1/books/accounts/operating?to=${day}`)).closing.debit;
    expect(await closing('2026-11-10')).toBe(0);
    expect(await closing('2026-11-15')).toBe(10_829.62);
    const undone = await post(`/v1/books/movements/${recorded.id}/undo`);
    expect(undone.json().movements).toMatchObject([{ ...late, isUndone: true }]);
    await isRight();
  });

  it('is closed for the landing of a repayment too', async () => {
    const id = await fixture.aDrawnLoan();
    const answer = await post(`/v1/agreements/${id}/repayments`, { amount: 10, date: '2026-11-08' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await get('/v1/books/accounts/operating?to=2026-11-10')).closing.debit).toBe(0);
    await isRight();
  });
});

describe('one bank account', () => {
  beforeAll(async () => {
    fixture = await startLoanFixture({ now });
  });

  it('has all money, and nothing to move', async () => {
    const id = await fixture.aDrawnLoan();
    await repay(id, 500);
    expect(await accounts()).toMatchObject({
      trust: { accountName: 'Kerb Demo Funds', balance: 500 },
      operating: null,
      ours: 500,
      toMove: null,
      movements: [],
    });
    expect(await needs()).toBe(0);
    const refused = await post('/v1/books/movements', { ...movement, direction: 'to-operating' });
    expect(refused.json()).toMatchObject({ status: 409 });
    expect(refused.body).toContain('OPERATING_ACCOUNT_NUMBER');
    await isRight();
  });
});
