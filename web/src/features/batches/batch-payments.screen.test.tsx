import type { batchEndpoints } from '@kerb/domain/batches/batches.contract.ts';
import type { WireOf } from '@kerb/domain/wire/endpoint.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, agent, problemResponse, renderApp, signedIn, usePage, vendor } from '../../../test/harness.tsx';
import { aTenant, pageOfRows } from '../../../test/lists.ts';

type Owed = WireOf<typeof batchEndpoints.owed>;

const none = { campaigns: 0, amount: 0 };
const daily = {
  batchPaymentSchedule: '',
  nextPaymentDate: '2026-11-15',
  due: none,
  toCome: none,
  inBatch: none,
  manual: none,
  bankAccount: '062-000 12345678',
  bankAccountName: 'Demo Trust',
  accountProblem: null,
  accountWarning: null,
  isFirstToAccount: false,
};

const owed: Owed = {
  items: [
    {
      ...daily,
      tenant: { href: '/v1/tenants/7' },
      tenantName: 'Harbour Estate',
      campaigns: 3,
      amount: 12_600.5,
      oldestDate: '2026-11-01T02:00:00.000Z',
    },
    {
      ...daily,
      tenant: { href: '/v1/tenants/8' },
      tenantName: 'Ridge Styling',
      campaigns: 1,
      amount: 4200,
      oldestDate: null,
    },
  ],
  total: 16_800.5,
  due: 16_800.5,
};

const show = async (answer: () => Owed | Response) => {
  const calls = await signedIn({
    'GET /v1/batch-payments/owed': answer,
    'GET /v1/tenants/7': () => aTenant(),
    'GET /v1/tenants/7/users': () => ({ items: [] }),
    'GET /v1/agreements': () => pageOfRows(),
  });
  const router = renderApp('/batch-payments');
  await screen.findByRole('heading', { level: 1, name: 'Batch Payments' });
  return { calls, router, user: userEvent.setup() };
};

beforeEach(() => usePage());

describe('Batch Payments', () => {
  it('says what is owed to which organisation, as the server orders it', async () => {
    await show(() => owed);
    await screen.findByText('Harbour Estate');
    const rows = within(screen.getByRole('table', { name: 'Owed to organisations' })).getAllByRole('row');
    const cells = rows.map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(cells).toEqual([
      ['Organisation', 'Campaigns', 'Owed since', 'Amount'],
      ['Harbour Estate', '3', expect.stringMatching(/^1 Nov/), '$12,600.50'],
      ['Ridge Styling', '1', '–', '$4,200'],
    ]);
    const aligned = [...rows[1]!.children].map((cell) => cell.getAttribute('data-align'));
    expect(aligned).toEqual([null, 'end', null, 'end']);
  });

  it('adds it all up', async () => {
    await show(() => owed);
    expect(await screen.findByText('$16,800.50')).toBeTruthy();
  });

  it('leads to the referrals of an organisation', async () => {
    const { router, user } = await show(() => owed);
    const link = await screen.findByRole('link', { name: 'Harbour Estate' });
    expect(link.getAttribute('href')).toBe('/agencies/7/applications');
    await user.click(await screen.findByText('$12,600.50'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/agencies/7/applications'));
  });

  it('says when nothing is owed', async () => {
    await show(() => ({ items: [], total: 0, due: 0 }));
    expect(await screen.findByText('Nothing is owed to any organisation.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says what went wrong', async () => {
    await show(() => problemResponse(403, { displayText: 'Not for you.' }));
    const trouble = await screen.findByText('Not for you.');
    expect(trouble.closest('[role=alert]')).toBeTruthy();
  });

  it('can be asked for again where it did not come', async () => {
    let isDown = true;
    const { user } = await show(() => (isDown ? problemResponse(503) : owed));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await user.click(retry);
    expect(await screen.findByText('Harbour Estate')).toBeTruthy();
  });

  it.each([
    ['an agency user', agent],
    ['a vendor', vendor],
  ])('is closed to %s, and asks the server nothing', async (_who, session) => {
    const calls = await signedIn({});
    renderApp('/batch-payments', session);
    expect(await screen.findByText("Sorry, you don't have access to this page.")).toBeTruthy();
    expect(calls.map(({ path }) => path)).not.toContain('/v1/batch-payments/owed');
  });
});

describe('the way to Batch Payments', () => {
  const palette = async (session: typeof admin) => {
    const router = renderApp('/accounts/account-details', session);
    await screen.findByRole('heading', { level: 1 });
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByLabelText('Go to'), 'batch');
    return router;
  };

  it('is in the command palette of an admin', async () => {
    await signedIn({ 'GET /v1/batch-payments/owed': () => owed });
    const router = await palette(admin);
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Batch Payments' });
    expect(router.state.location.pathname).toBe('/batch-payments');
  });

  it('is in nobody else’s', async () => {
    await signedIn({});
    await palette(agent);
    expect(await screen.findByText('Nothing matches.')).toBeTruthy();
  });
});
