import { countryCodes } from '@kerb/domain/countries/country.ts';
import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { balanceOn } from '@kerb/domain/loans/loan-balance.ts';
import { loanOf } from '@kerb/domain/loans/loan-figures.ts';
import { findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { accrueInterest } from '@kerb/server/features/loan-books/accrue-interest.ts';
import { ledgerBalance } from '@kerb/server/features/loan-books/ledger-balance.ts';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { clockOf } from '@kerb/server/platform/clock.ts';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawn, type LoanFixture, startLoanFixture } from '../../../test/loan-fixture.ts';

/** Noon of a day in Sydney and in Auckland. */
const noon = (day: Day) => `${day}T01:00:00.000Z`;

const start = drawn.campaignFinanceLoanStartDate;

type At = { fixture: LoanFixture };

const setDay = ({ fixture }: At, day: Day) => {
  fixture.stage.deps.clock = clockOf(() => Temporal.Instant.from(noon(day)));
};
const runJob = ({ fixture }: At) => accrueInterest(fixture.stage.deps);

type Posted = { event: string; day: Day; line: string | null; amount: string };
const postedOf = async ({ fixture }: At, id: number): Promise<Posted[]> => {
  const { rows } = await sql<Posted>`
    select t.event, t.day, t.line, e.amount from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.agreement_id = ${id} and e.account in ('charges', 'accrued') order by t.id`.execute(fixture.stage.db);
  return rows;
};
const booksOf = async ({ fixture }: At, id: number) =>
  fixture.stage.db
    .selectFrom('campaignBooks')
    .select(['charges', 'accrued', 'lending', 'interest', 'tax', 'agreed', 'loans', 'carried'])
    .where('agreementId', '=', id)
    .executeTakeFirst();

/** What the agreement's formula says of a loan on a day. */
async function formulaOf({ fixture }: At, id: number, day: Day) {
  const loan = must(loanOf(must(await findAgreement(fixture.stage.db, wholeScope, id), 'campaign')), 'loan');
  const { accruedInterestCents, totalCents, repaidCents } = balanceOn(loan, day, day);
  return {
    principal: loan.budgetCents + loan.additionalCents,
    serviceFee: loan.serviceFeeCents,
    caveatFee: loan.caveatFeeCents,
    budgetOwnerFee: loan.budgetOwnerFeeCents,
    interest: accruedInterestCents,
    repaid: repaidCents,
    total: totalCents - repaidCents,
  };
}

describe.each(countryCodes.map((code) => [code]))('a loan in the ledger, in %s', (country) => {
  const at = {} as At;
  beforeAll(async () => {
    at.fixture = await startLoanFixture({ env: { COUNTRY: country }, now: noon('2026-11-15') });
  });

  const draw = async (columns: object = {}) => {
    setDay(at, '2026-11-15');
    const { fixture } = at;
    const { id } = await fixture.aLoan('signed', { campaignFinanceSignatureDate: start, ...columns });
    const answer = await fixture.call(fixture.admin)('PUT', `/v1/agreements/${id}`, drawn);
    expect(answer.statusCode, answer.body).toBe(200);
    return id;
  };

  it('has its fees and the interest of every ended day once it is drawn', async () => {
    const id = await draw();
    const posted = await postedOf(at, id);
    expect(
      posted.filter(({ event }) => event === 'charge').map(({ line, day, amount }) => [line, day, amount]),
    ).toEqual([
      ['serviceFee', start, '550.00'],
      ['caveatFee', start, '184.00'],
    ]);
    const interest = posted.filter(({ event }) => event === 'interest');
    expect(interest.map(({ day }) => day)).toEqual(Array.from({ length: 14 }, (_, days) => addDays(start, days)));
    // 10,000 × 14.5 % × 14 / 365 = 55.616…
    expect(await booksOf(at, id)).toEqual({
      ...{ charges: '734.00', accrued: '55.62', lending: '-734.00', interest: '-55.62', tax: '0.00' },
      ...{ agreed: '10000.00', loans: '0.00', carried: '0.00' },
    });
  });

  it('has the balance by line of the agreement’s formula on every day, for random loans', {
    timeout: 120_000,
  }, async () => {
    const anyTerms = fc.record({
      campaignBudget: fc.integer({ min: 1_000_00, max: 200_000_00 }),
      campaignAdditionalAmount: fc.constantFrom(0, 5_000_00, 1_234_56),
      serviceFee: fc.nat(5_000_00),
      caveatFee: fc.nat(300_00),
      budgetOwnerFee: fc.nat(300_00),
      interestRate: fc.nat(4_000),
      interestFreeDays: fc.constantFrom(0, 0, 3, 30),
    });
    const dollars = (cents: number) => (cents / 100).toFixed(2);
    const drawnTerms = fc.sample(anyTerms, { seed: 21, numRuns: 12 });
    const ids: number[] = [];
    for (const { interestFreeDays, ...amounts } of drawnTerms) {
      const columns = Object.fromEntries(Object.entries(amounts).map(([name, cents]) => [name, dollars(cents)]));
      ids.push(await draw({ ...columns, interestFreeDays }));
    }
    // The server was down for some days between two runs, and the last run has a month to post.
    for (const day of ['2026-11-16', '2026-11-17', '2026-11-24', '2026-12-31', '2027-02-28']) {
      setDay(at, day);
      await runJob(at);
    }
    for (const id of ids) {
      for (let days = 0; days <= 119; days += 7) {
        const day = addDays(start, days);
        expect(await ledgerBalance(at.fixture.stage.db, id, day)).toEqual(await formulaOf(at, id, day));
      }
    }
    expect(await brokenInvariants(at.fixture.stage.db)).toEqual([]);
  });

  it('is posted once for each day, however many servers run the job at the same time', async () => {
    const ids = [await draw(), await draw(), await draw()];
    setDay(at, '2026-11-20');
    await Promise.all([runJob(at), runJob(at), runJob(at)]);
    await runJob(at);
    for (const id of ids) {
      const days = (await postedOf(at, id)).filter(({ event }) => event === 'interest').map(({ day }) => day);
      expect(days).toEqual(Array.from({ length: 19 }, (_, more) => addDays(start, more)));
    }
  });

  it('leaves out a loan that somebody is changing, and posts its days with the next run', async () => {
    const [one, other] = [await draw(), await draw()];
    setDay(at, '2026-11-18');
    await at.fixture.stage.db.transaction().execute(async (tx) => {
      await sql`select from agreements where id = ${one} for update`.execute(tx);
      await runJob(at);
    });
    const daysOf = async (id: number) => (await postedOf(at, id)).filter(({ event }) => event === 'interest').length;
    expect([await daysOf(one), await daysOf(other)]).toEqual([14, 17]);
    await runJob(at);
    expect([await daysOf(one), await daysOf(other)]).toEqual([17, 17]);
  });

  it('follows a start that moves, by postings of their own for the same days', async () => {
    const id = await draw();
    const { fixture } = at;
    const moved = { campaignFinanceLoanStartDate: addDays(start, 4) };
    expect((await fixture.call(fixture.admin)('PUT', `/v1/agreements/${id}`, moved)).statusCode).toBe(200);
    const changes = (await postedOf(at, id)).filter(({ event }) => event === 'interest-change');
    expect(changes.slice(0, 4).map(({ day, amount }) => [day, amount])).toEqual(
      Array.from({ length: 4 }, (_, days) => [addDays(start, days), expect.stringMatching(/^-3\.9[78]$/)]),
    );
    for (const day of [addDays(start, 4), addDays(start, 9), '2026-11-15']) {
      expect(await ledgerBalance(fixture.stage.db, id, day)).toEqual(await formulaOf(at, id, day));
    }
    setDay(at, '2026-11-19');
    await runJob(at);
    expect(await ledgerBalance(fixture.stage.db, id, '2026-11-19')).toEqual(await formulaOf(at, id, '2026-11-19'));
  });

  it('owes no fees and no interest once its campaign is cancelled, and again once it is reopened', async () => {
    const id = await draw();
    const { fixture } = at;
    expect((await fixture.setStatus(fixture.admin, id, { status: 'cancelled' })).statusCode).toBe(200);
    expect(await booksOf(at, id)).toMatchObject({
      charges: '0.00',
      accrued: '0.00',
      lending: '0.00',
      interest: '0.00',
    });
    setDay(at, '2026-11-18');
    await runJob(at);
    expect(await booksOf(at, id)).toMatchObject({ charges: '0.00', accrued: '0.00' });
    expect((await fixture.setStatus(fixture.admin, id, { status: 'executed' })).statusCode).toBe(200);
    expect(await ledgerBalance(fixture.stage.db, id, '2026-11-18')).toEqual(await formulaOf(at, id, '2026-11-18'));
    expect(await brokenInvariants(fixture.stage.db)).toEqual([]);
  });

  it('from before the ledger had it is opened by the job, from its start on', async () => {
    const { fixture } = at;
    setDay(at, '2026-12-20');
    const { id } = await fixture.aLoan('executed', { ...drawn, campaignAgencySettlementDate: '2026-11-03' });
    await runJob(at);
    for (const day of [start, '2026-11-30', '2026-12-20']) {
      expect(await ledgerBalance(fixture.stage.db, id, day)).toEqual(await formulaOf(at, id, day));
    }
    expect(await booksOf(at, id)).toMatchObject({ loans: '10000.00', carried: '-10000.00' });
    const words = (await fixture.logOf(id)).map(({ description }) => description);
    expect(words).toContain('Fees and interest of the loan posted to the ledger');
  });

  it('that was repaid before the ledger had repayments is owed again once its repaid date is removed', async () => {
    const { fixture } = at;
    setDay(at, '2026-11-15');
    const repaid = { ...drawn, campaignFinanceRepaidDate: '2026-11-10', campaignBorrowedAmount: '10000.00' };
    const { id } = await fixture.aLoan('complete', { ...repaid, campaignAgencySettlementDate: '2026-11-03' });
    await runJob(at);
    expect(await booksOf(at, id)).toBeUndefined();
    const removed = await fixture.call(fixture.admin)('PUT', `/v1/agreements/${id}`, {
      campaignFinanceRepaidDate: null,
    });
    expect(removed.json(), removed.body).toMatchObject({ status: 'executed' });
    expect(await ledgerBalance(fixture.stage.db, id, '2026-11-15')).toEqual(await formulaOf(at, id, '2026-11-15'));
    expect(await brokenInvariants(fixture.stage.db)).toEqual([]);
  });

  it('starts on the day of a drawdown that was entered for later', async () => {
    const { fixture } = at;
    setDay(at, '2026-11-15');
    const { id } = await fixture.aLoan('signed', { campaignFinanceSignatureDate: start });
    const later = { campaignFinanceDrawdownDate: '2026-11-18' };
    expect((await fixture.call(fixture.admin)('PUT', `/v1/agreements/${id}`, later)).statusCode).toBe(200);
    await runJob(at);
    expect(await postedOf(at, id)).toEqual([]);
    setDay(at, '2026-11-20');
    await runJob(at);
    expect((await postedOf(at, id)).map(({ event, day }) => `${event} ${day}`)).toEqual([
      'charge 2026-11-18',
      'charge 2026-11-18',
      'interest 2026-11-18',
      'interest 2026-11-19',
    ]);
  });
});

describe('the database', () => {
  it('refuses a second posting of a day, and interest that is not of a day', async () => {
    const fixture = await startLoanFixture({ now: noon('2026-11-15') });
    const { id } = await fixture.aLoan('executed', drawn);
    const { db } = fixture.stage;
    const post = (event: string, key: string, entries: [account: string, amount: number][]) =>
      db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ id: number }>`
          insert into ledger_transactions (agreement_id, event, key, date, day)
          values (${id}, ${event}, ${key}, now(), '2026-11-03') returning id`.execute(tx);
        const values = entries.map(([account, amount]) => sql`(${rows[0]!.id}, ${account}, ${amount})`);
        await sql`insert into ledger_entries (transaction_id, account, amount) values ${sql.join(values)}`.execute(tx);
      });
    const interest: [string, number][] = [
      ['accrued', 4],
      ['interest', -4],
    ];
    const key = `interest:${id}:2026-11-03`;
    const constraint = async (made: Promise<unknown>) =>
      made.then(
        () => null,
        (error: { constraint?: string }) => error.constraint,
      );
    await accrueInterest(fixture.stage.deps);
    expect(await constraint(post('interest', key, interest))).toBe('ledger_transactions_key_key');
    expect(await constraint(post('interest', `interest:${id}:other`, interest))).toBe('events_agree');
    expect(
      await constraint(
        post('interest-change', 'a', [
          ['accrued', 4],
          ['interest', -3],
        ]),
      ),
    ).toBe('events_agree');
    expect(await constraint(post('payment', 'b', interest))).toBe('events_agree');
    expect(
      await constraint(
        post('interest', 'c', [
          ['accrued', 4],
          ['held', -4],
        ]),
      ),
    ).toBe('events_agree');
    expect(
      await constraint(
        post('charge', 'd', [
          ['charges', 4],
          ['lending', -4],
        ]),
      ),
    ).toBe('events_agree');
  });
});
