import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { figureEndpoints } from '@kerb/domain/dashboard/platform-figures.contract.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { type LvrName, lvrOf } from '@kerb/domain/loan-books/lvr.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { readTrialBalance } from '@kerb/server/features/books/totals.repository.ts';
import { readPlatformFigures } from '@kerb/server/features/dashboard/platform-figures.ts';
import { accrueInterest } from '@kerb/server/features/loan-books/accrue-interest.ts';
import { clockOf } from '@kerb/server/platform/clock.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { fundsFixture } from '../../../test/funds-fixture.ts';
import { drawn, type LoanFixture, startLoanFixture } from '../../../test/loan-fixture.ts';

type Figures = z.input<typeof figureEndpoints.get.response>;

let fixture: LoanFixture;
let otherTenant: number;
const loans: number[] = [];

const noon = (day: string) => `${day}T01:00:00.000Z`;
const setDay = (day: string) => {
  fixture.stage.deps.clock = clockOf(() => Temporal.Instant.from(noon(day)));
};
const today = '2027-03-08';

async function aLoan(withdrawn: string | null, of: number, prices: object = {}) {
  const { campaignFinanceLoanStartDate: campaignFinanceSignatureDate } = drawn;
  const { id } = await fixture.aLoan('signed', { campaignFinanceSignatureDate, ...prices }, of);
  const dates = { ...drawn, ...(withdrawn && { propertyWithdrawnFromSaleDate: withdrawn }) };
  const saved = await fixture.call(fixture.admin)('PUT', `/v1/agreements/${id}`, dates);
  expect(saved.statusCode, saved.body).toBe(200);
  loans.push(id);
}

const prices = fc.record({
  sellingPriceMin: fc.option(fc.integer({ min: 0, max: 2_000_000 })),
  soldPrice: fc.option(fc.integer({ min: 1, max: 2_000_000 })),
  mortgageBalance: fc.option(fc.integer({ min: 0, max: 2_000_000 })),
});
const textOf = (dollars: number | null) => (dollars === null ? null : `${dollars}.00`);

beforeAll(async () => {
  fixture = await startLoanFixture({ now: noon('2026-11-15') });
  otherTenant = await fixture.build.aTenant();
  await aLoan(null, fixture.tenantId);
  await aLoan('2027-03-05', fixture.tenantId);
  await aLoan('2027-02-28', fixture.tenantId);
  await aLoan('2026-11-14', otherTenant);
  for (const { sellingPriceMin, soldPrice, mortgageBalance } of fc.sample(prices, 12)) {
    await aLoan('2027-03-20', otherTenant, {
      sellingPriceMin: textOf(sellingPriceMin),
      soldPrice: textOf(soldPrice),
      mortgageBalance: textOf(mortgageBalance),
    });
  }
  await fixture.aLoan('approved', { campaignFinanceDrawdownDate: '2027-03-18', campaignAdditionalAmount: '500.00' });
  await fixture.aLoan('approved', { campaignPlannedStartDate: null });
  await fixture.aLoan('approved', { financeOptionCode: 'pn' });
  setDay(today);
  await accrueInterest(fixture.stage.deps);
  const funds = await fundsFixture(fixture.stage);
  await funds.aPaid(otherTenant);
  await funds.aPaid(fixture.tenantId, { fundManually: true });
  await funds.aPaid(otherTenant, { amount: 1000 });
}, 120_000);

const read = async (query = ''): Promise<Figures> =>
  (await fixture.call(fixture.admin)('GET', `/v1/figures${query}`)).json();
const cents = (dollars: number) => Math.round(dollars * 100);
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, dollars) => sum + cents(dollars), 0);

describe('the figures of every organisation', () => {
  it('have the totals of the loan book', async () => {
    const { forecast, portfolio, organisations } = await read();
    const { totals } = (await fixture.call(fixture.admin)('GET', '/v1/loan-book')).json();
    expect(portfolio.ageing).toEqual(totals);
    const owed = sumOf(totals.map((total: { owed: number }) => total.owed));
    expect(owed).toBeGreaterThan(loans.length * 10_000_00);
    expect(cents(forecast.total.loans) - cents(forecast.total.ahead)).toBe(owed);
    expect(sumOf(portfolio.lvr.map((row) => row.owed))).toBe(owed);
    expect(sumOf(organisations.map((row) => row.owedByPayers))).toBe(owed);
  });

  it('have the totals of the books', async () => {
    const { forecast, organisations } = await read();
    const { items } = await readTrialBalance(fixture.stage.db, '2099-01-01');
    const balance = (...names: string[]) =>
      items
        .filter(({ account }) => names.includes(account))
        .reduce((sum, { debit, credit }) => sum + debit - credit, 0);
    const owed = -balance('organisation', 'transit');
    expect(owed).toBeGreaterThan(0);
    expect(balance('payer')).toBeGreaterThan(0);
    expect(forecast.spans.at(-1)?.organisations).toBe(4200);
    expect(cents(forecast.total.batches) + cents(forecast.total.organisations)).toBe(owed);
    expect(sumOf(organisations.map((row) => row.owedToOrganisation))).toBe(owed);
    expect(cents(forecast.total.invoices)).toBe(balance('payer'));
    const lent = balance('agreed', 'loans', 'charges', 'accrued');
    expect(cents(forecast.total.loans) - cents(forecast.total.ahead)).toBe(lent);
  });

  it('expect approved loans on their planned day, and not those that are paid at once', async () => {
    const { forecast } = await read();
    const week = must(
      forecast.spans.find(({ from }) => from === '2027-03-15'),
      'week',
    );
    expect(week.drawdowns).toBe(10_500);
    expect(forecast.spans.at(-1)).toMatchObject({ kind: 'undated', drawdowns: 10_000 });
    expect(forecast.total.drawdowns).toBe(20_500);
  });

  it('group loans by share as the domain does, and the loan book lists each group and week', async () => {
    const { portfolio, forecast } = await read();
    const rows = await fixture.stage.db
      .selectFrom('agreements')
      .innerJoin('loanAccounts', 'loanAccounts.agreementId', 'agreements.id')
      .select(['soldPrice', 'sellingPriceMin', 'mortgageBalance', 'principal', 'fees', 'interest'])
      .where('isOwed', '=', true)
      .execute();
    const centsOf = (text: string | null) => (text === null ? null : centsFromDecimal(text));
    const expected = new Map<LvrName, number>();
    for (const row of rows) {
      const owed = [row.principal, row.fees, row.interest].reduce((sum, each) => sum + centsFromDecimal(each), 0);
      const name = lvrOf({
        owed,
        soldPrice: centsOf(row.soldPrice),
        sellingPriceMin: centsOf(row.sellingPriceMin),
        mortgageBalance: centsOf(row.mortgageBalance),
      });
      expected.set(name, (expected.get(name) ?? 0) + 1);
    }
    const total = async (query: string) =>
      (await fixture.call(fixture.admin)('GET', `/v1/loan-book?${query}`)).json().totalItems;
    for (const { lvr, loans: count } of portfolio.lvr) {
      expect([lvr, count]).toEqual([lvr, expected.get(lvr) ?? 0]);
      expect([lvr, await total(`lvr=${lvr}`)]).toEqual([lvr, count]);
    }
    expect(await total('dueFrom=2027-03-22&dueTo=2027-03-28')).toBe(12);
    expect(await total(`dueTo=${forecast.spans[0]?.to}`)).toBe(2);
    const undated = await total('undated=1');
    const dated = await total('dueFrom=2000-01-01');
    expect(undated + dated).toBe(rows.length);
  });

  it('count the campaigns of each organisation and person', async () => {
    const counted = async () => {
      const { organisations, people, funnel } = await read('?period=month');
      const own = organisations.find(({ tenant }) => tenant.href === `/v1/tenants/${fixture.tenantId}`);
      const person = people.find(({ agentUserId }) => agentUserId === fixture.manager.userId);
      return [own?.sent ?? 0, own?.funded ?? 0, person?.sent ?? 0, funnel[0]?.campaigns ?? 0];
    };
    const [organisation = 0, funded = 0, person = 0, all = 0] = await counted();
    const { id } = await fixture.aLoan('waiting-invite', { sentDate: '2027-03-01T00:00:00.000Z' });
    expect(await counted()).toEqual([organisation + 1, funded, person + 1, all + 1]);
    await fixture.stage.db
      .updateTable('agreements')
      .set({ status: statusRank('executed') })
      .where('id', '=', id)
      .execute();
    expect(await counted()).toEqual([organisation + 1, funded + 1, person + 1, all + 1]);
  });

  it('are for admins only', async () => {
    expect((await fixture.call(fixture.manager)('GET', '/v1/figures')).statusCode).toBe(403);
    const scope = must(accessScopeOf(fixture.admin, 'figures.read'), 'scope');
    expect((await readPlatformFigures(fixture.stage.deps, scope, { period: 'year' })).today).toBe(today);
  });

  it('expect a loan with the interest that the ledger has on the due day', async () => {
    const { forecast } = await read();
    const week = must(
      forecast.spans.find(({ from }) => from === '2027-03-22'),
      'week',
    );
    expect(week.ahead).toBeGreaterThan(0);
    expect(forecast.spans[0]).toMatchObject({ kind: 'late', ahead: 0 });
    setDay('2027-03-27');
    await accrueInterest(fixture.stage.deps);
    const answer = await fixture.call(fixture.admin)('GET', '/v1/loan-book?dueFrom=2027-03-27&dueTo=2027-03-27');
    const { totals } = answer.json();
    expect(sumOf(totals.map((total: { owed: number }) => total.owed))).toBe(cents(week.loans));
  });
});
