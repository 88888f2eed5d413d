import type { loanBookEndpoints } from '@kerb/domain/loan-books/loan-book.contract.ts';
import { accrueInterest } from '@kerb/server/features/loan-books/accrue-interest.ts';
import { clockOf } from '@kerb/server/platform/clock.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { drawn, type LoanFixture, startLoanFixture } from '../../../test/loan-fixture.ts';

type LoanBook = z.input<typeof loanBookEndpoints.list.response>;

let fixture: LoanFixture;
let otherTenant: number;
/** The loans by the name of their place in time. */
const loans: Record<string, number> = {};

const noon = (day: string) => `${day}T01:00:00.000Z`;
const setDay = (day: string) => {
  fixture.stage.deps.clock = clockOf(() => Temporal.Instant.from(noon(day)));
};

/** A loan that was withdrawn so many days before 1 December, so it was due a week later. */
async function aLoan(name: string, withdrawn: string | null, of = fixture.tenantId) {
  const { campaignFinanceLoanStartDate: campaignFinanceSignatureDate } = drawn;
  const { id } = await fixture.aLoan('signed', { campaignFinanceSignatureDate }, of);
  const dates = { ...drawn, ...(withdrawn && { propertyWithdrawnFromSaleDate: withdrawn }) };
  const saved = await fixture.call(fixture.admin)('PUT', `/v1/agreements/${id}`, dates);
  expect(saved.statusCode, saved.body).toBe(200);
  loans[name] = id;
}

beforeAll(async () => {
  fixture = await startLoanFixture({ now: noon('2026-11-15') });
  otherTenant = await fixture.build.aTenant();
  await aLoan('not due', null);
  await aLoan('due today', '2027-03-01');
  await aLoan('late', '2027-02-28');
  await aLoan('later', '2026-11-14', otherTenant);
});

const book = async (query = ''): Promise<LoanBook> =>
  (await fixture.call(fixture.admin)('GET', `/v1/loan-book${query}`)).json();
const idsOf = ({ items }: Pick<LoanBook, 'items'>) =>
  items.map(({ agreement }) => Number(agreement.href.split('/').at(-1)));

describe('the loan book', () => {
  it('lists what is owed by line as the ledger has it, the longest past due first', async () => {
    setDay('2027-03-08');
    await accrueInterest(fixture.stage.deps);
    const all = await book();
    expect(idsOf(all)).toEqual([loans.later, loans.late, loans['due today'], loans['not due']]);
    expect(all.items.map(({ daysPastDue, ageing }) => [daysPastDue, ageing])).toEqual([
      [107, 'over-90'],
      [1, 'days-1-30'],
      [0, 'not-due'],
      [0, 'not-due'],
    ]);
    for (const item of all.items) {
      const [id] = idsOf({ items: [item] });
      const account = (await fixture.call(fixture.admin)('GET', `/v1/agreements/${id}/loan-account`)).json();
      expect([item.owed, item.dueDate]).toEqual([account.owed, account.dueDate]);
      expect(account.arrears?.group ?? 'not-due').toBe(item.ageing);
      expect(item.principal + item.fees + item.interest).toBeCloseTo(item.owed, 2);
    }
  });

  it('has totals of each group, of all and of an organisation, and filters by both', async () => {
    const { totals } = await book();
    expect(totals.map(({ ageing, loans: count }) => [ageing, count])).toEqual([
      ['not-due', 2],
      ['days-1-30', 1],
      ['days-31-60', 0],
      ['days-61-90', 0],
      ['over-90', 1],
    ]);
    const late = await book('?ageing=over-90');
    expect([late.totalItems, idsOf(late)]).toEqual([1, [loans.later]]);
    expect(idsOf(await book('?ageing=not-due'))).toEqual([loans['due today'], loans['not due']]);
    const of = await book(`?tenant=${otherTenant}`);
    expect([of.totalItems, idsOf(of), of.totals[0]?.loans]).toEqual([1, [loans.later], 0]);
    expect(idsOf(await book('?perPage=1&page=2'))).toEqual([loans.late]);
  });

  it('is a file with the same loans', async () => {
    const { body, headers } = await fixture.call(fixture.admin)('GET', '/v1/loan-book/csv?ageing=days-1-30');
    expect(headers['content-disposition']).toContain('loan-book.csv');
    const [head, line, ...rest] = body.trimEnd().split('\r\n');
    expect(head).toContain('Flow No.,Organisation,Campaign,Principal,Fees,Interest,Owed');
    expect(line).toMatch(new RegExp(`^"?AU${loans.late}"?,.*,10000.00,734.00,`));
    expect(line).toMatch(/,1,1–30 days$/);
    expect(rest).toEqual([]);
  });

  it('leaves out a loan that is repaid or cancelled, and is for admins only', async () => {
    const id = loans['due today'];
    const repaid = { campaignFinanceRepaidDate: '2027-03-07' };
    expect((await fixture.call(fixture.admin)('PUT', `/v1/agreements/${id}`, repaid)).statusCode).toBe(200);
    const cancelled = { status: 'cancelled' };
    expect((await fixture.setStatus(fixture.admin, loans.late ?? 0, cancelled)).statusCode).toBe(200);
    expect(idsOf(await book())).toEqual([loans.later, loans['not due']]);
    expect((await fixture.call(fixture.manager)('GET', '/v1/loan-book')).statusCode).toBe(403);
  });

  it('follows a campaign to another organisation, and a due day that moves', async () => {
    const id = loans.later ?? 0;
    await fixture.stage.db.updateTable('agreements').set({ tenantId: fixture.tenantId }).where('id', '=', id).execute();
    expect((await book(`?tenant=${otherTenant}`)).items).toEqual([]);
    const moved = { propertyWithdrawnFromSaleDate: '2027-02-01' };
    expect((await fixture.call(fixture.admin)('PUT', `/v1/agreements/${id}`, moved)).statusCode).toBe(200);
    const [first] = (await book()).items;
    expect([first?.dueDate, first?.daysPastDue]).toEqual(['2027-02-08', 28]);
  });
});
