import type { loanBookEndpoints } from '@kerb/domain/loan-books/loan-book.contract.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { problemResponse, renderApp, signedIn } from '../../../test/harness.tsx';
import '../../../test/lists.ts';

type Book = z.input<typeof loanBookEndpoints.list.response>;

const late: Book['items'][number] = {
  agreement: { href: '/v1/agreements/10231' },
  flowNumber: 'AU10231',
  name: '12 Wattle St, Yass',
  tenant: { href: '/v1/tenants/7' },
  tenantName: 'Harbour Estate',
  principal: 10_000,
  fees: 734,
  interest: 238.36,
  owed: 10_972.36,
  accruedUntil: '2027-03-08',
  dueDate: '2027-01-20',
  daysPastDue: 47,
  answerBy: null,
  isAnswerLate: false,
  ageing: 'days-31-60',
};
const nothing = { loans: 0, principal: 0, fees: 0, interest: 0, owed: 0 };
const { principal, fees, interest, owed } = late;
const book = (...items: Book['items']): Book => ({
  items,
  totalItems: items.length,
  totals: [
    { ageing: 'not-due', ...nothing },
    { ageing: 'days-1-30', ...nothing },
    { ageing: 'days-31-60', loans: 1, principal, fees, interest, owed },
    { ageing: 'days-61-90', ...nothing },
    { ageing: 'over-90', ...nothing },
  ],
});

async function show(answer: () => Book | Response, search = '') {
  const calls = await signedIn({ 'GET /v1/loan-book': answer });
  renderApp(`/admin/loan-book${search}`);
  await screen.findByRole('heading', { name: 'Loan Book' });
  return calls;
}

describe('the loan book', () => {
  it('says in words how late a loan is, and has the totals of each group', async () => {
    await show(() => book(late));
    const table = within(await screen.findByRole('table', { name: 'Loans' }));
    expect(await table.findByText('Past due: 31–60 days')).toBeTruthy();
    expect(table.getByText('47 days late')).toBeTruthy();
    const totals = within(screen.getByRole('table', { name: 'Totals' }));
    expect(totals.getByRole('row', { name: /^31–60 days 1 / }).textContent).toContain('10,972.36');
    expect(totals.getByRole('row', { name: /^All loans 1 / })).toBeTruthy();
  });

  it('asks for one group, and keeps it in the address', async () => {
    const calls = await show(() => book(late));
    await userEvent.click(await screen.findByRole('button', { name: '31–60 days (1)' }));
    expect(calls.some(({ query }) => query.get('ageing') === 'days-31-60')).toBe(true);
    expect(screen.getByRole('button', { name: '31–60 days (1)' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('says that nothing is owed, and that it could not be read', async () => {
    await show(() => book());
    expect(await screen.findByText('No loan is owed here.')).toBeTruthy();
  });

  it('can be read again after a problem', async () => {
    await show(() => problemResponse(500));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
