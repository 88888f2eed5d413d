import type { bookEndpoints } from '@kerb/domain/books/books.contract.ts';
import type { movementEndpoints } from '@kerb/domain/books/movements.contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { problemResponse, renderApp, signedIn, usePage } from '../../../test/harness.tsx';

type Wire<Name extends 'trialBalance' | 'journal' | 'account' | 'held' | 'owed'> = z.input<
  (typeof bookEndpoints)[Name]['response']
>;

const trialBalance: Wire<'trialBalance'> = {
  day: '2026-11-17',
  items: [
    { account: 'bank', debit: 1200.5, credit: 0 },
    { account: 'held', debit: 0, credit: 1200.5 },
  ],
  debit: 1200.5,
  credit: 1200.5,
};
const posting: Wire<'journal'>['items'][number] = {
  id: 7,
  day: '2026-11-16',
  date: '2026-11-16T02:00:00.000Z',
  event: 'payment',
  description: null,
  agreement: { href: '/v1/agreements/4711' },
  flowNumber: 'AU4711',
  tenant: { href: '/v1/tenants/3' },
  tenantName: 'Harbour Realty',
  entries: [
    { account: 'bank', debit: 1200.5, credit: 0 },
    { account: 'held', debit: 0, credit: 1200.5 },
  ],
};
const account: Wire<'account'> = {
  account: 'bank',
  from: null,
  to: '2026-11-17',
  opening: { debit: 0, credit: 0 },
  debit: 1200.5,
  credit: 0,
  closing: { debit: 1200.5, credit: 0 },
};

const oneAccount: z.input<(typeof movementEndpoints)['read']['response']> = {
  today: '2026-11-17',
  trust: { accountName: 'Kerb Trust', bankAccount: '062-000 12345678', balance: 1200.5 },
  operating: null,
  ours: 0,
  lentUnderWay: 0,
  toMove: null,
  movements: [],
};

async function show(path: string, answers: Parameters<typeof signedIn>[0] = {}) {
  const calls = await signedIn({
    'GET /v1/books/trial-balance': () => trialBalance,
    'GET /v1/books/bank-accounts': () => oneAccount,
    'GET /v1/books/journal': () => ({ items: [posting], isMore: true }),
    'GET /v1/books/accounts/bank': () => account,
    'GET /v1/books/held': () => ({ items: [], isMore: false, held: 0, underRefund: 0 }),
    'GET /v1/books/owed': () => ({ items: [], owed: 0 }),
    ...answers,
  });
  renderApp(path);
  return { calls, user: userEvent.setup() };
}

beforeEach(() => usePage());

describe('the books', () => {
  it('show the balance of each account, and the totals of both sides', async () => {
    await show('/admin/books/trial-balance?day=2026-11-17');
    const table = await screen.findByRole('table', { name: 'Trial balance' });
    await within(table).findByRole('link', { name: 'Operating money' });
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(rows.at(-1)).toBe('Total$1,200.50$1,200.50');
  });

  it('say whether payers’ money is all that is held for others', async () => {
    await show('/admin/books/trial-balance?day=2026-11-17');
    const mixed = await screen.findByText(/^Payers’ money in trust/);
    expect(mixed.textContent).toContain('elsewhere: $0.00. Held for payers and organisations: $1,200.50. They differ');
  });

  it('say nothing more if it is', async () => {
    const items: Wire<'trialBalance'>['items'] = [
      { account: 'trust', debit: 1200.5, credit: 0 },
      { account: 'held', debit: 0, credit: 1200.5 },
    ];
    await show('/admin/books/trial-balance?day=2026-11-17', {
      'GET /v1/books/trial-balance': () => ({ ...trialBalance, items }),
    });
    const apart = await screen.findByText(/^Payers’ money in trust/);
    expect(apart.textContent).toBe(
      'Payers’ money in trust, at the card gateway and elsewhere: $1,200.50. Held for payers and organisations: $1,200.50.',
    );
  });

  it('open the page of an account from its balance', async () => {
    const { user, calls } = await show('/admin/books/trial-balance?day=2026-11-17');
    await user.click(await screen.findByRole('link', { name: 'Operating money' }));
    await screen.findByRole('heading', { level: 1, name: 'Operating money' });
    expect(await screen.findByText('$1,200.50 debit')).toBeTruthy();
    await waitFor(() => {
      const asked = calls.filter(({ path }) => path === '/v1/books/journal').at(-1);
      expect(asked?.query.toString()).toBe('account=bank&to=2026-11-17');
    });
  });

  it('list postings with their campaign, and go on after the last one', async () => {
    const { user, calls } = await show('/admin/books/journal');
    const link = await screen.findByRole('link', { name: 'AU4711' });
    expect(link.getAttribute('href')).toBe('/agencies/3/applications/4711');
    await user.click(screen.getByRole('button', { name: 'Older' }));
    await waitFor(() => expect(calls.at(-1)?.query.get('before')).toBe('2026-11-16:7'));
  });

  it('filter the journal by what is chosen', async () => {
    const { user, calls } = await show('/admin/books/journal?tenantId=3');
    await user.selectOptions(await screen.findByLabelText('Account'), 'held');
    await waitFor(() => expect(calls.at(-1)?.query.toString()).toContain('account=held'));
    await user.click(screen.getByRole('button', { name: 'Only organisation 3: show all' }));
    await waitFor(() => expect(calls.at(-1)?.query.get('tenantId')).toBeNull());
  });

  it('say that nothing is held or owed, and offer to try again after an error', async () => {
    await show('/admin/books/held');
    expect(await screen.findByText('No money is held.')).toBeTruthy();
    document.body.innerHTML = '';
    await show('/admin/books/owed', { 'GET /v1/books/owed': () => problemResponse(500) });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('have no other pages', async () => {
    await show('/admin/books/nothing');
    expect(await screen.findByText('There is no such page of the books.')).toBeTruthy();
  });
});
