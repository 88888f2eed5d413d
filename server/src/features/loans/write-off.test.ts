import { randomUUID } from 'node:crypto';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { clockOf } from '@kerb/server/platform/clock.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../../test/builders.ts';
import { drawn, type LoanFixture, startLoanFixture } from '../../../test/loan-fixture.ts';

let fixture: LoanFixture;
let second: Person;
let id: number;

const noon = (day: string) => `${day}T01:00:00.000Z`;
const setDay = (day: string) => {
  fixture.stage.deps.clock = clockOf(() => Temporal.Instant.from(noon(day)));
};

beforeAll(async () => {
  fixture = await startLoanFixture({ now: noon('2026-11-15') });
  second = await fixture.build.aPerson('admin');
  setDay('2026-11-25');
  const { campaignFinanceLoanStartDate: campaignFinanceSignatureDate } = drawn;
  ({ id } = await fixture.aLoan('signed', { campaignFinanceSignatureDate }));
  await fixture.call(fixture.admin)('PUT', `/v1/agreements/${id}`, drawn);
});

afterEach(async () => expect(await brokenInvariants(fixture.stage.db)).toEqual([]));

const post = (path: string, body: object, who = fixture.admin) =>
  fixture.call(who)('POST', path, body, { 'idempotency-key': randomUUID() });
const onLoan = (path: string, body: object) => post(`/v1/agreements/${id}/${path}`, body);
const account = async () => (await fixture.call(fixture.admin)('GET', `/v1/agreements/${id}/loan-account`)).json();
const statusOf = async () => (await fixture.read(fixture.admin, id)).status;
const actId = async (): Promise<number> => {
  const { items } = (await fixture.call(second)('GET', '/v1/pending-acts')).json();
  return items.find(({ kind, outcome }: { kind: string; outcome: string | null }) => kind === 'write-off' && !outcome)
    .id;
};

/** 10,000 and 734 of fees, and 24 days of 14.5 per cent. */
const owed = 10_829.34;

describe('a loan that cannot be collected', () => {
  it('waits for a second admin, and nothing changes before', async () => {
    expect((await account()).owed).toBe(owed);
    const asked = await onLoan('write-off', { reason: 'The payer is bankrupt' });
    expect(asked.statusCode, asked.body).toBe(200);
    expect(asked.json()).toMatchObject({ owed, writtenOff: 0, isWriteOffAsked: true, mayAskWriteOff: false });
    expect((await onLoan('write-off', { reason: 'Again' })).statusCode).toBe(409);
    const own = await post(`/v1/pending-acts/${await actId()}/confirm`, {});
    expect([own.statusCode, own.json().type]).toEqual([403, '/problems/second-person']);
    const shown = (await fixture.call(second)('GET', `/v1/pending-acts/${await actId()}`)).json();
    expect(shown.changes).toContainEqual({ label: 'Owed', before: '$10,829.34', after: '$0.00' });
  });

  it('is closed as written off when the second admin confirms it', async () => {
    const confirmed = await post(`/v1/pending-acts/${await actId()}/confirm`, {}, second);
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    expect(await account()).toMatchObject({
      owed: 0,
      writtenOff: owed,
      isWriteOffAsked: false,
      mayReverseWriteOff: true,
    });
    expect(await statusOf()).toBe('complete');
    const { items } = (await fixture.call(fixture.admin)('GET', '/v1/loan-book')).json();
    expect(items).toEqual([]);
    const log = await fixture.logOf(id);
    expect(log.map(({ description }) => description)).toContain('Loan written off, with a second person');
  });

  it('is recovered by money that comes later, and the rest is held for the payer', async () => {
    setDay('2026-12-05');
    const came = await onLoan('repayments', { amount: 800, date: '2026-12-04' });
    expect(came.statusCode, came.body).toBe(200);
    expect(came.json()).toMatchObject({ owed: 0, writtenOff: 10_029.34, held: 0 });
    expect(came.json().repayments[0]).toMatchObject({ amount: 800, recovered: 800, principal: 0, held: 0 });
    const more = await onLoan('repayments', { amount: 10_100, date: '2026-12-05' });
    expect(more.json()).toMatchObject({ owed: 0, writtenOff: 0, held: 70.66 });
    const [latest] = more.json().repayments.filter(({ amount }: { amount: number }) => amount === 10_100);
    const voided = await post(`/v1/payments/${latest.id}/void`, { reason: 'Another campaign' });
    expect(voided.statusCode, voided.body).toBe(200);
    expect(await account()).toMatchObject({ owed: 0, writtenOff: 10_029.34, held: 0 });
  });

  it('is owed again with its interest if the write-off is reversed, and the money then repays it', async () => {
    const reversed = await onLoan('write-off/reverse', { reason: 'The payer was found' });
    expect(reversed.statusCode, reversed.body).toBe(200);
    const { writtenOff, owed: left, repayments, mayReverseWriteOff } = reversed.json();
    expect([writtenOff, mayReverseWriteOff]).toEqual([0, false]);
    // 33 days until the money came, and one day on the rest.
    expect(left).toBeGreaterThan(owed - 800);
    expect(repayments.find(({ status }: { status: string }) => status === 'approved')).toMatchObject({
      fees: 734,
      recovered: 0,
      held: 0,
    });
    expect(await statusOf()).not.toBe('complete');
    expect((await onLoan('write-off/reverse', { reason: 'Again' })).statusCode).toBe(409);
  });

  it('is not written off with a second person if less than a dollar is owed', async () => {
    const { owed: left } = await account();
    await onLoan('repayments', { amount: Math.round((left - 0.5) * 100) / 100, date: '2026-12-05' });
    const asked = await onLoan('write-off', { reason: 'Bank fee' });
    expect([asked.statusCode, asked.json().type]).toEqual([409, '/problems/rest-too-small']);
    expect((await onLoan('write-off-rest', { reason: 'Bank fee' })).json()).toMatchObject({ owed: 0, writtenOff: 0.5 });
  });
});
