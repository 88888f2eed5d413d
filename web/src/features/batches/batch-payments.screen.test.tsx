import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { aBatch, anOwed, owedOf, type WireOwed } from '../../../test/batches.ts';
import { admin, agent, problemResponse, renderApp, signedIn, usePage, vendor } from '../../../test/harness.tsx';
import { aTenant, pageOfRows } from '../../../test/lists.ts';

const owed = owedOf(
  anOwed({ campaigns: 3, amount: 12_600.5, due: { campaigns: 3, amount: 12_600.5 } }),
  anOwed({
    tenant: { href: '/v1/tenants/8' },
    tenantName: 'Ridge Styling',
    batchPaymentSchedule: 'W1',
    nextPaymentDate: '2026-11-23',
    due: { campaigns: 0, amount: 0 },
    toCome: { campaigns: 1, amount: 4200 },
    isFirstToAccount: true,
  }),
  anOwed({
    tenant: { href: '/v1/tenants/9' },
    tenantName: 'Nowhere Realty',
    amount: 100,
    due: { campaigns: 1, amount: 100 },
    bankAccount: null,
    bankAccountName: null,
    accountProblem: 'No bank account has been entered.',
  }),
);

const show = async (answer: () => WireOwed | Response, batches: object[] = [], search = '') => {
  const calls = await signedIn({
    'GET /v1/batch-payments/owed': answer,
    'GET /v1/batch-payments': () => ({ items: batches, totalItems: batches.length }),
    'POST /v1/batch-payments': () => aBatch(),
    'GET /v1/batch-payments/12': () => aBatch(),
    'GET /v1/tenants/7': () => aTenant(),
    'GET /v1/tenants/7/users': () => ({ items: [] }),
    'GET /v1/agreements': () => pageOfRows(),
  });
  const router = renderApp(`/batch-payments${search}`);
  await screen.findByRole('heading', { level: 1, name: 'Batch Payments' });
  return { calls, router, user: userEvent.setup() };
};

beforeEach(() => usePage());

describe('Batch Payments', () => {
  it.each(['page=0', 'page=abc'])('ignores %s, which does not exist', async (search) => {
    const { calls } = await show(() => owed, [], `?${search}`);
    const asked = calls.filter(({ path }) => path === '/v1/batch-payments').map(({ query }) => query.get('page'));
    expect(asked).toEqual(['1']);
  });

  it("shows what is owed to each organisation, by schedule, in the server's order", async () => {
    await show(() => owed);
    await screen.findByText('Harbour Estate');
    const rows = within(screen.getByRole('table', { name: 'Owed to organisations' })).getAllByRole('row');
    const cells = rows.map((row) => [...row.children].slice(1).map(({ textContent }) => textContent));
    expect(cells).toEqual([
      ['Organisation', 'Schedule', 'Bank account', 'Due now', 'To come', 'Not yet', 'In progress'],
      ['Harbour Estate', 'No Batch - DailyDue 15 Nov 2026', '062-000 12345678', '$12,600.503 campaigns', '–', '–', '–'],
      [
        'Ridge Styling',
        'Weekly on MondayNext 23 Nov 2026',
        '062-000 12345678First payment',
        '–',
        '$4,2001 campaign',
        '–',
        '–',
      ],
      [
        'Nowhere Realty',
        'No Batch - DailyDue 15 Nov 2026',
        'No bank account has been entered.',
        '$1001 campaign',
        '–',
        '–',
        '–',
      ],
    ]);
  });

  it('says which funds may not be paid out yet, and why', async () => {
    const campaignOf = (id: number) => ({ agreement: { href: `/v1/agreements/${id}` }, flowNumber: `NZ${id}` });
    const some = { campaigns: 1, amount: 500, payableFrom: null, agreements: [campaignOf(12)] };
    const waiting: WireOwed['items'][number]['waiting'] = [
      { ...some, reason: 'due' },
      { ...some, reason: 'refunding', agreements: [campaignOf(13)] },
      {
        ...{ reason: 'cooling-off', campaigns: 3, amount: 9000, payableFrom: '2026-11-24' },
        agreements: [campaignOf(14), campaignOf(15)],
      },
      { ...some, reason: 'too-large', agreements: [campaignOf(16)] },
    ];
    await show(() => owedOf(anOwed({ waiting })));
    const cell = (await screen.findByRole('link', { name: 'NZ12' })).closest('td');
    expect(cell?.textContent).toBe(
      '$500The payer still has to pay a part: NZ12' +
        '$500A refund is being processed: NZ13' +
        '$9,000The borrower may still cancel the loan, until 23 Nov 2026: NZ14, NZ15 and 1 more' +
        '$500More than a bank file can pay; switch on Fund Manually: NZ16',
    );
    expect(screen.getByRole('link', { name: 'NZ15' }).getAttribute('href')).toContain('15');
  });

  it('shows the total', async () => {
    await show(() => owed);
    const subtitle = await screen.findByText(/Due to organisations now/);
    expect(subtitle.textContent).toBe('Due to organisations now: $12,700.50. Total owed: $16,900.50.');
  });

  it('links to the referrals of an organisation', async () => {
    const { router, user } = await show(() => owed);
    const link = await screen.findByRole('link', { name: 'Harbour Estate' });
    expect(link.getAttribute('href')).toBe('/agencies/7/applications');
    await user.click(link);
    await waitFor(() => expect(router.state.location.pathname).toBe('/agencies/7/applications'));
  });

  const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Pay ${name}` });

  it('selects organisations that are due and can be paid, and no others can be selected', async () => {
    await show(() => owed);
    const boxes = [await box('Harbour Estate'), await box('Ridge Styling'), await box('Nowhere Realty')];
    expect(boxes.map(({ checked, disabled }) => [checked, disabled])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
    expect(screen.getByRole('button', { name: 'Make a batch of $12,600.50' })).toBeTruthy();
  });

  it('makes a batch of the selected organisations, and opens it', async () => {
    const { calls, router, user } = await show(() => owed);
    await user.click(await screen.findByRole('switch', { name: 'Include upcoming payments' }));
    await user.click(await box('Harbour Estate'));
    await user.click(screen.getByRole('button', { name: 'Make a batch of $4,200' }));
    const dialog = await screen.findByRole('dialog', { name: 'Make a batch' });
    expect(dialog.textContent).toContain('$4,200 for 1 campaign of 1 organisation.');
    await user.click(within(dialog).getByRole('button', { name: 'Make batch' }));
    await screen.findByRole('heading', { level: 1, name: 'Batch 12' });
    expect(router.state.location.pathname).toBe('/batch-payments/12');
    const sent = calls.find(({ method, path }) => method === 'POST' && path === '/v1/batch-payments');
    expect(sent?.body).toEqual({ tenants: [{ href: '/v1/tenants/8' }], includesToCome: true });
  });

  it('makes no batch if nothing is selected', async () => {
    const { user } = await show(() => owed);
    await user.click(await box('Harbour Estate'));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Make a batch' }).disabled).toBe(true);
  });

  it('lists the batches', async () => {
    const held = aBatch({ id: 14, status: 'approved', isLapsed: true });
    await show(() => owed, [held, aBatch({ id: 13, status: 'transferred' }), aBatch()]);
    const table = await screen.findByRole('table', { name: 'Batches' });
    const [, lapsed, newest, oldest] = within(table).getAllByRole('row');
    expect(lapsed?.textContent).toMatch(/^Batch 14Needs New Approval/);
    expect(newest?.textContent).toMatch(/^Batch 13Transferred/);
    expect(oldest?.textContent).toMatch(/^Batch 12Awaiting Approval.*Olive Other1\$4,200$/);
    expect(within(table).getByRole('link', { name: 'Batch 13' }).getAttribute('href')).toBe('/batch-payments/13');
  });

  it('says when nothing is owed', async () => {
    await show(() => owedOf());
    expect(await screen.findByText('Nothing is owed to any organisation.')).toBeTruthy();
    expect(await screen.findByText('No batch has been made yet.')).toBeTruthy();
  });

  it('shows what went wrong', async () => {
    await show(() => problemResponse(403, { displayText: 'Not for you.' }));
    const trouble = await screen.findByText('Not for you.');
    expect(trouble.closest('[role=alert]')).toBeTruthy();
  });

  it('can be retried after a failure', async () => {
    let isDown = true;
    const { user } = await show(() => (isDown ? problemResponse(503) : owed));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await user.click(retry);
    expect(await screen.findByText('Harbour Estate')).toBeTruthy();
  });

  it.each([
    ['a team member', agent],
    ['a vendor', vendor],
  ])('is closed to %s, and sends no request', async (_who, session) => {
    const calls = await signedIn({});
    renderApp('/batch-payments', session);
    expect(await screen.findByText("Sorry, you don't have access to this page.")).toBeTruthy();
    expect(calls.map(({ path }) => path)).not.toContain('/v1/batch-payments/owed');
  });
});

describe('the entry for Batch Payments', () => {
  const palette = async (session: typeof admin) => {
    const router = renderApp('/accounts/account-details', session);
    await screen.findByRole('heading', { level: 1 });
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByLabelText('Go to'), 'batch');
    return router;
  };

  it("is in an admin's command palette", async () => {
    await signedIn({
      'GET /v1/batch-payments/owed': () => owed,
      'GET /v1/batch-payments': () => ({ items: [], totalItems: 0 }),
    });
    const router = await palette(admin);
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Batch Payments' });
    expect(router.state.location.pathname).toBe('/batch-payments');
  });

  it('is in no other user’s palette', async () => {
    await signedIn({});
    await palette(agent);
    expect(await screen.findByText('Nothing matches.')).toBeTruthy();
  });
});
