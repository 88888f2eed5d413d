import type { movementEndpoints } from '@kerb/domain/books/movements.contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { problemResponse, renderApp, signedIn, usePage } from '../../../test/harness.tsx';

type Wire = z.input<(typeof movementEndpoints)['read']['response']>;

const movement: Wire['movements'][number] = {
  id: 9,
  day: '2026-11-16',
  date: '2026-11-16T02:00:00.000Z',
  direction: 'to-trust',
  amount: 60,
  reference: 'Transfer 118',
  userName: 'Olive Other',
  isUndone: false,
  isOnStatement: false,
};
const two: Wire = {
  today: '2026-11-17',
  trust: { accountName: 'Kerb Trust', bankAccount: '062-000 12345678', balance: 1321.5 },
  operating: { accountName: 'Kerb Operating', bankAccount: '062-000 87654321', balance: 500 },
  ours: 121,
  lentUnderWay: 0,
  toMove: { direction: 'to-operating', amount: 121 },
  movements: [movement],
};
const trialBalance = { day: '2026-11-17', items: [], debit: 0, credit: 0 };

async function show(accounts: Wire, path = '/admin/books/bank-accounts', answers: Parameters<typeof signedIn>[0] = {}) {
  const calls = await signedIn({
    'GET /v1/books/bank-accounts': () => accounts,
    'GET /v1/books/trial-balance': () => trialBalance,
    ...answers,
  });
  renderApp(path);
  return { calls, user: userEvent.setup() };
}

beforeEach(() => usePage());

describe('the bank accounts', () => {
  it('show both accounts, what is to be moved, and what was moved', async () => {
    await show(two);
    const trust = await screen.findByRole('region', { name: 'Trust account' });
    expect(trust.textContent).toContain('Kerb Trust, 062-000 12345678');
    expect(trust.textContent).toContain('$1,321.50');
    expect(screen.getByRole('region', { name: 'Operating account' }).textContent).toContain('$500.00');
    expect(screen.getByText(/^To be moved/).textContent).toContain(
      'To be moved: $121.00. From the trust account to the operating account.',
    );
    const table = screen.getByRole('table', { name: 'Movements' });
    expect(within(table).getByText('Transfer 118, Olive Other')).toBeTruthy();
  });

  it('record a movement once, with what is to be moved as its amount', async () => {
    const after: Wire = { ...two, toMove: null, ours: 0 };
    const { user, calls } = await show(two, undefined, { 'POST /v1/books/movements': () => after });
    await user.click(await screen.findByRole('button', { name: 'Record a movement' }));
    const dialog = await screen.findByRole('dialog', { name: 'Record a movement' });
    await user.type(within(dialog).getByLabelText(/Reference/), 'Transfer 119');
    await user.click(within(dialog).getByRole('button', { name: 'Record a movement' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
        direction: 'to-operating',
        amount: 121,
        day: '2026-11-17',
        reference: 'Transfer 119',
      }),
    );
  });

  it('take a movement back after asking', async () => {
    const { user, calls } = await show(two, undefined, { 'POST /v1/books/movements/9/undo': () => two });
    await user.click(await screen.findByRole('button', { name: 'Take back Transfer 118' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Take back' }));
    await waitFor(() => expect(calls.some(({ path }) => path === '/v1/books/movements/9/undo')).toBe(true));
  });

  it('offer nothing to record or to take back if nothing is to be moved', async () => {
    await show({ ...two, toMove: null, movements: [{ ...movement, isUndone: true }] });
    expect(await screen.findByText('Taken back')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Record a movement' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull();
  });

  it('are one account by default', async () => {
    await show({ ...two, operating: null, toMove: null });
    expect(await screen.findByText('There is one bank account.')).toBeTruthy();
  });

  it('offer to try again after an error', async () => {
    await show(two, undefined, { 'GET /v1/books/bank-accounts': () => problemResponse(500) });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('the trial balance and the page of an account in the bank', () => {
  const account = { account: 'bank', from: null, to: '2026-11-17', debit: 121, credit: 0 };
  const summary = { ...account, opening: { debit: 0, credit: 0 }, closing: { debit: 121, credit: 0 } };

  it.each(['trial-balance', 'account?account=bank'])(
    'say what is to be moved between two accounts: %s',
    async (page) => {
      await show(two, `/admin/books/${page}`, {
        'GET /v1/books/accounts/bank': () => summary,
        'GET /v1/books/journal': () => ({ items: [], isMore: false }),
      });
      expect(await screen.findByText(/^To be moved/)).toBeTruthy();
      const link = screen.getByRole('link', { name: 'Bank Accounts' });
      expect(link.getAttribute('href')).toBe('/admin/books/bank-accounts');
    },
  );
});
