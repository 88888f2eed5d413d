import { dashboardEndpoints, type TeamAnswer } from '@kerb/domain/dashboard/dashboard.contract.ts';
import { fundedAnswer, fundedYears } from '@kerb/domain/dashboard/funded.ts';
import type { Session } from '@kerb/domain/session/session.contract.ts';
import { forgetDismissals } from '@kerb/web/platform/banners.ts';
import { setServerNow } from '@kerb/web/platform/clock.ts';
import { openDialog } from '@kerb/web/platform/dialogs.ts';
import { readSaved, referralsOf, writeSaved } from '@kerb/web/platform/saved-state.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { admin, agent, problemResponse, renderApp, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { aRow, aTenant } from '../../../test/lists.ts';

const both: Session = {
  ...agent,
  memberships: [...agent.memberships, { tenantId: 8, tenantName: 'Northside', tenantUserType: 'employee' }],
};
const rows = [
  aRow({ id: 1, name: 'Old Sent', status: 'waiting-invite', sentDate: '2026-11-01T00:00:00.000Z' }),
  aRow({ id: 2, name: 'New Sent', status: 'waiting-invite', sentDate: '2026-11-14T00:00:00.000Z' }),
  aRow({ id: 3, name: 'Nearly Signed', status: 'approved', applicationApprovedDate: '2026-11-10T00:00:00.000Z' }),
];

const funded = z.encode(
  dashboardEndpoints.funded.response,
  fundedAnswer(fundedYears(7, '2026-11-15'), [
    { month: '2025-11', cents: 10_000_000, centsToDate: 9_800_000, campaigns: 30 },
    { month: '2026-02', cents: 5_000_000, centsToDate: 0, campaigns: 9 },
    { month: '2026-09', cents: 2_345_600, centsToDate: 0, campaigns: 2 },
    { month: '2026-11', cents: 10_000_000, centsToDate: 0, campaigns: 10 },
  ]),
);

type Handlers = Parameters<typeof signedIn>[0];
const asked = (calls: Seen[]) => calls.filter(({ path }) => /^\/v1\/dashboard\/agency\/(filter|funded)$/.test(path));

const team: TeamAnswer = {
  people: [
    { agentUserId: 4, name: 'Mia Mockridge', sent: 6, signed: 3, funded: 2, medianDays: 4 },
    { agentUserId: null, name: null, sent: 1, signed: 0, funded: 0, medianDays: null },
  ],
  funnel: [
    { step: 'sent', campaigns: 7 },
    { step: 'opened', campaigns: 6 },
    { step: 'chosen', campaigns: 4 },
    { step: 'signed', campaigns: 3 },
    { step: 'funded', campaigns: 2 },
  ],
  medianDays: 4,
  signingTimes: [
    { from: 0, to: 1, campaigns: 1 },
    { from: 2, to: 3, campaigns: 0 },
    { from: 4, to: 7, campaigns: 2 },
    { from: 8, to: 14, campaigns: 0 },
    { from: 15, to: null, campaigns: 0 },
  ],
  money: {
    onLoan: { campaigns: 2, amount: 1_750_000 },
    due: { campaigns: 1, amount: 875_000 },
    toCome: { campaigns: 0, amount: 0 },
    inBatch: { campaigns: 0, amount: 0 },
    nextPaymentDate: '2026-11-18',
  },
};

async function show(session: Session, path = '', handlers: Handlers = {}) {
  const calls = await signedIn({
    'GET /v1/tenants': () => ({ items: [aTenant(), aTenant({ id: 8, name: 'Northside' })], totalItems: 2 }),
    'GET /v1/dashboard/agency/filter': ({ query }) => (query.get('textQuery') === 'zzz' ? [] : rows),
    'GET /v1/dashboard/agency/funded': () => funded,
    'GET /v1/dashboard/agency/team': () => z.encode(dashboardEndpoints.team.response, team),
    ...handlers,
  });
  const router = renderApp(`/agencies/dashboard${path}`, session);
  await screen.findByRole('heading', { name: 'Dashboard' });
  return { calls, router, user: userEvent.setup() };
}

const office = () => screen.getByLabelText('Office');

beforeEach(() => {
  usePage();
  setServerNow('2026-11-15T00:00:00.000Z');
});

describe('the organisation of a dashboard', () => {
  it('must be chosen by an admin before anything loads', async () => {
    const { calls, user } = await show(admin);
    expect(await screen.findByText('Choose an office to see its dashboard.')).toBeTruthy();
    expect(await screen.findByRole('option', { name: 'Northside' })).toBeTruthy();
    expect(screen.getByRole('option', { name: 'All Offices' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Create New Referral' })).toHaveProperty('disabled', true);
    expect(asked(calls)).toEqual([]);
    await user.selectOptions(office(), 'Northside');
    await waitFor(() => expect(asked(calls).map(({ query }) => query.get('tenantId'))).toEqual(['8', '8']));
  });

  it('is preselected for a user with one organisation', async () => {
    const { calls } = await show(agent);
    expect(office()).toHaveProperty('value', '7');
    expect(screen.queryByRole('option', { name: 'All Offices' })).toBeNull();
    await waitFor(() => expect(asked(calls).map(({ query }) => query.get('tenantId'))).toEqual(['7', '7']));
  });

  it('is All Offices for a user with several, until they choose one', async () => {
    const { calls, router, user } = await show(both);
    expect(within(office()).getByText('All Offices')).toHaveProperty('selected', true);
    await waitFor(() => expect(asked(calls).map(({ query }) => query.get('tenantId'))).toEqual([null, null]));
    expect(screen.getByRole('button', { name: 'All Referrals' })).toHaveProperty('disabled', true);
    await user.selectOptions(office(), 'Northside');
    await waitFor(() => expect(router.state.location.searchStr).toBe('?tenantId=8'));
    writeSaved(referralsOf(8), '?agentUserId=9');
    await user.click(screen.getByRole('button', { name: 'All Referrals' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/agencies/8/applications'));
    // The list would restore it.
    expect(readSaved(referralsOf(8))).toBe('');
  });

  it('is never the platform itself, nor an unknown organisation', async () => {
    for (const tenantId of [1, 99]) {
      const { calls } = await show(admin, `?tenantId=${tenantId}`);
      expect(await screen.findByText('Choose an office to see its dashboard.')).toBeTruthy();
      expect(asked(calls).filter(({ query }) => query.get('tenantId') === '1')).toEqual([]);
      cleanup();
    }
  });

  it('can be retried if the organisations did not load', async () => {
    let isDown = true;
    const tenants = () => (isDown ? problemResponse(503) : { items: [aTenant()], totalItems: 1 });
    const { user } = await show(admin, '', { 'GET /v1/tenants': tenants });
    const trouble = await screen.findByText(/^The offices could not be loaded\./);
    expect(trouble.closest('[role=alert]')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: 'Harbour Estate' })).toBeTruthy();
    expect(screen.queryByText(/^The offices could not be loaded/)).toBeNull();
  });

  it('is never one of which the user is not a member, whatever the address says', async () => {
    const { calls } = await show(both, '?tenantId=99');
    await waitFor(() => expect(asked(calls).map(({ query }) => query.get('tenantId'))).toEqual([null, null]));
  });

  it('is the organisation for a new referral', async () => {
    const { user } = await show(agent);
    const button = screen.getByRole('button', { name: 'Create New Referral' });
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    await user.click(button);
    expect(openDialog.get()).toEqual({ name: 'create-referral', tenantId: 7, purpose: 'marketing' });
  });
});

describe('a dashboard', () => {
  it('shows the funds of this financial year', async () => {
    await show(agent);
    expect(await screen.findByText('$123,456')).toBeTruthy();
    expect(screen.getByText('FY26/27 so far, 12 campaigns')).toBeTruthy();
    expect(screen.getByText('26% more than FY25/26 to the same date')).toBeTruthy();
    expect(screen.getByText('FY25/26: $98,000 to the same date, $150,000 in all, 39 campaigns')).toBeTruthy();
  });

  it('shows them month by month against last year, with the selected month as text below the chart', async () => {
    const { user } = await show(agent);
    const picture = await screen.findByRole('group', { name: 'Funded by month, FY26/27 against FY25/26' });
    const months = within(picture).getAllByRole('radio');
    expect(months.map((month) => month.getAttribute('aria-label'))).toHaveLength(12);
    const november = 'November 2026: $100,000; November 2025: $100,000';
    expect(within(picture).getByRole('radio', { checked: true }).getAttribute('aria-label')).toBe(november);
    expect(screen.getByText(november)).toBeTruthy();
    await user.click(within(picture).getByRole('radio', { name: 'September 2026: $23,456; September 2025: $0' }));
    expect(screen.getByText('September 2026: $23,456; September 2025: $0')).toBeTruthy();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByText('October 2026: $0; October 2025: $0')).toBeTruthy();
    await user.hover(within(picture).getByRole('radio', { name: /^February 2027: yet to come/ }));
    expect(screen.getByText('February 2027: yet to come; February 2026: $50,000')).toBeTruthy();
  });

  it('stays usable if one of its requests fails', async () => {
    let isDown = true;
    const { user } = await show(agent, '', {
      'GET /v1/dashboard/agency/funded': () => (isDown ? problemResponse(503) : funded),
    });
    const half = within(await screen.findByRole('region', { name: 'Total Funded' }));
    const again = await half.findByRole('button', { name: 'Try again' });
    expect(await screen.findByText('3 waiting, 1 of them for over 7 days.')).toBeTruthy();
    isDown = false;
    await user.click(again);
    expect(await half.findByText('$123,456')).toBeTruthy();
  });

  it('shows the chart and the search if the bars fail', async () => {
    const displayText = 'The bars are out.';
    await show(agent, '', { 'GET /v1/dashboard/agency/filter': () => problemResponse(422, { displayText }) });
    const half = within(await screen.findByRole('region', { name: 'In Progress' }));
    expect(await half.findByText(displayText)).toBeTruthy();
    expect(await screen.findByText('$123,456')).toBeTruthy();
    expect(screen.getByLabelText('Search campaigns')).toHaveProperty('disabled', false);
  });

  it('keeps its full layout while it loads', async () => {
    let answer = (_rows: typeof rows) => {};
    const late = new Promise<typeof rows>((resolve) => {
      answer = resolve;
    });
    await show(agent, '?bar=waiting-invite&age=red', { 'GET /v1/dashboard/agency/filter': () => late });
    const bars = screen.getByRole('region', { name: 'In Progress' });
    for (const text of ['Sent', 'Waiting Info', 'Awaiting Signature', 'Over 7 days']) {
      expect(within(bars).getByText(text)).toBeTruthy();
    }
    expect(within(bars).queryAllByRole('button')).toEqual([]);
    expect(screen.getByRole('heading', { name: 'Sent, Over 7 days' })).toBeTruthy();
    answer(rows);
    expect(await screen.findByRole('heading', { name: 'Sent, Over 7 days (1)' })).toBeTruthy();
  });

  it('shows waiting campaigns by age, in bars whose segments are buttons', async () => {
    await show(agent);
    expect(await screen.findByText('3 waiting, 1 of them for over 7 days.')).toBeTruthy();
    const bars = within(screen.getByRole('region', { name: 'In Progress' }));
    expect(bars.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Sent, Over 7 days: 1 campaign',
      'Sent, Under 4 days: 1 campaign',
      'Awaiting Signature, 4 to 7 days: 1 campaign',
    ]);
    expect(bars.getByText('None')).toBeTruthy();
  });

  it('lists campaigns that waited too long, until a segment is pressed, and again when it is released', async () => {
    const { router, user } = await show(agent);
    const stuck = await screen.findByRole('list', { name: 'Waiting over 7 days' });
    expect(
      within(stuck)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Old Sent']);
    const segment = screen.getByRole('button', { name: 'Sent, Under 4 days: 1 campaign' });
    await user.click(segment);
    const chosen = await screen.findByRole('list', { name: 'Sent, Under 4 days' });
    expect(within(chosen).getByRole('link').getAttribute('href')).toBe('/agencies/7/applications/2');
    expect(within(chosen).getByText('Waiting 1 day')).toBeTruthy();
    expect(segment.getAttribute('aria-pressed')).toBe('true');
    expect(router.state.location.searchStr).toBe('?bar=waiting-invite&age=green');
    await user.click(segment);
    expect(await screen.findByRole('list', { name: 'Waiting over 7 days' })).toBeTruthy();
    expect(router.state.location.searchStr).toBe('');
  });

  it('lists the segment in a shared address, also by keyboard, and the previous one on Back', async () => {
    const { router, user } = await show(agent, '?bar=waiting-invite&age=red');
    expect(await screen.findByRole('list', { name: 'Sent, Over 7 days' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sent, Over 7 days: 1 campaign', pressed: true })).toBeTruthy();
    screen.getByRole('button', { name: 'Awaiting Signature, 4 to 7 days: 1 campaign' }).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('list', { name: 'Awaiting Signature, 4 to 7 days' })).toBeTruthy();
    expect(screen.getByText('Awaiting Signature, 4 to 7 days (1)').closest('[role=status]')).toBeTruthy();
    act(() => router.history.back());
    expect(await screen.findByRole('list', { name: 'Sent, Over 7 days' })).toBeTruthy();
  });

  it('counts below the bars what is paid and waits for its transfer, and lists it', async () => {
    const paid = { paymentWay: 'credit-card', paymentState: 'paid' } as const;
    const approved = { status: 'approved', applicationApprovedDate: '2026-11-01T00:00:00.000Z' } as const;
    const all = [
      ...rows,
      aRow({ id: 4, name: 'Paid Home', financeOptionCode: 'pn', ...approved, ...paid }),
      aRow({ id: 5, name: 'Unit Paid', financeOptionCode: 'pn', ...approved, ...paid }),
      aRow({ id: 6, name: 'No Money Yet', financeOptionCode: 'pn', ...approved }),
    ];
    const { router, user } = await show(agent, '', { 'GET /v1/dashboard/agency/filter': () => all });
    expect(await screen.findByText('3 waiting, 1 of them for over 7 days.')).toBeTruthy();
    const line = screen.getByRole('button', { name: '2 paid, waiting for their transfer' });
    await user.click(line);
    const list = await screen.findByRole('list', { name: 'Paid, waiting for their transfer' });
    expect(within(list).getAllByRole('link')).toHaveLength(2);
    expect(within(list).getAllByText('Paid')).toHaveLength(2);
    expect(within(list).getAllByText('Waiting 14 days')).toHaveLength(2);
    expect(line.getAttribute('aria-pressed')).toBe('true');
    expect(router.state.location.searchStr).toBe('?bar=paid');
    await user.click(screen.getByRole('button', { name: '1 approved, waiting for its payment' }));
    const unpaid = await screen.findByRole('list', { name: 'Approved, waiting for their payment' });
    expect(within(unpaid).getAllByText('Awaiting Payment').length).toBeGreaterThan(0);
  });

  it('ignores a segment that the bars do not have', async () => {
    await show(agent, '?bar=draft&age=blue');
    expect(await screen.findByRole('list', { name: 'Waiting over 7 days' })).toBeTruthy();
  });

  it('clears the chosen segment when another organisation is chosen', async () => {
    const { router, user } = await show(both, '?bar=waiting-invite&age=red');
    await screen.findByRole('list', { name: 'Sent, Over 7 days' });
    await user.selectOptions(office(), 'Northside');
    await waitFor(() => expect(router.state.location.searchStr).toBe('?tenantId=8'));
  });

  it('lists sixty cards at first and more on request, with the focus on the first new card', async () => {
    const sentDate = '2026-11-14T00:00:00.000Z';
    const many = Array.from({ length: 130 }, (_, place) =>
      aRow({ id: 1000 - place, name: `Home ${place + 1}`, status: 'waiting-invite', sentDate }),
    );
    const { user } = await show(agent, '?bar=waiting-invite', { 'GET /v1/dashboard/agency/filter': () => many });
    const list = await screen.findByRole('list', { name: 'Sent' });
    expect(screen.getByText('Sent (130)')).toBeTruthy();
    expect(within(list).getAllByRole('listitem')).toHaveLength(60);
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(120);
    expect(document.activeElement?.textContent).toBe('Home 61');
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(130);
    expect(document.activeElement?.textContent).toBe('Home 121');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('lists a whole bar if the address names only the bar', async () => {
    await show(agent, '?bar=waiting-invite');
    const chosen = await screen.findByRole('list', { name: 'Sent' });
    expect(within(chosen).getAllByRole('link')).toHaveLength(2);
  });

  it('lists search results, or No results', async () => {
    const { calls, router, user } = await show(agent);
    const field = screen.getByLabelText('Search campaigns');
    await user.type(field, '  sent {Enter}');
    expect(await screen.findByText('Search results (3)')).toBeTruthy();
    expect(Object.fromEntries(asked(calls).at(-1)!.query)).toEqual({ tenantId: '7', textQuery: 'sent' });
    await user.clear(field);
    await user.type(field, 'zzz{Enter}');
    expect(await screen.findByText('No results')).toBeTruthy();
    expect(router.state.location.searchStr).toBe('?textQuery=zzz');
  });

  it('says so if a search finds more than it shows', async () => {
    const many = Array.from({ length: 100 }, (_, place) => aRow({ id: place + 1 }));
    await show(admin, '?textQuery=wattle', { 'GET /v1/dashboard/agency/filter': () => many });
    expect(await screen.findByText('Search results (the first 100)')).toBeTruthy();
  });
});

describe('the holiday banner of a dashboard', () => {
  const title = 'Happy holidays from all of us';
  // By the country's calendar, not UTC.
  // biome-ignore format: a table
  it.each([
    ['2024-12-19T12:59:59.000Z', false],
    ['2024-12-19T13:00:00.000Z', true ],
    ['2025-01-06T12:59:59.000Z', true ],
    ['2025-01-06T13:00:00.000Z', false],
  ])('at %s is shown: %s', async (now, isShown) => {
    setServerNow(now);
    await show(agent);
    if (isShown) expect(await screen.findByText(title)).toBeTruthy();
    else expect(screen.queryByText(title)).toBeNull();
  });

  it('is always shown in a sandbox, until it is dismissed permanently', async () => {
    usePage({ sandbox: true });
    const { user, calls } = await show(agent, '', { 'POST /v1/account/dismissed-banners': () => undefined });
    await user.click(await screen.findByRole('button', { name: `Dismiss: ${title}` }));
    expect(screen.queryByText(title)).toBeNull();
    await waitFor(() => expect(calls.at(-1)?.body).toEqual({ bannerId: 'holidays-2024' }));
    expect(document.activeElement).toBe(screen.getByRole('main'));
    cleanup();
    act(() => forgetDismissals());
    await show({ ...agent, dismissedBanners: ['holidays-2024'] });
    expect(screen.queryByText(title)).toBeNull();
  });
});

describe('the figures of a team', () => {
  it('have a row for each person that leads to their campaigns, the steps and the money', async () => {
    await show(agent);
    const people = await screen.findByRole('region', { name: 'Team' });
    const mia = await within(people).findByRole('link', { name: 'Mia Mockridge' });
    expect(mia.getAttribute('href')).toBe('/agencies/7/applications?agentUserId=4');
    expect(within(people).getByText('Nobody assigned')).toBeTruthy();
    const steps = screen.getByRole('table', { name: 'Campaigns by step' });
    const cells = within(steps)
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(cells).toEqual([
      'StepCampaignsShare',
      ...['Sent7100 %', 'Link opened686 %', 'Option chosen457 %', 'Signed or paid343 %', 'Funded229 %'],
    ]);
    expect(within(screen.getByRole('region', { name: 'Money' })).getByText('$8,750 (1 campaign)')).toBeTruthy();
    expect(screen.getByText('Half were signed within 4 days.')).toBeTruthy();
  });

  it('ask for the chosen period', async () => {
    const { calls, user } = await show(agent);
    await user.click(await screen.findByRole('button', { name: '12 months' }));
    await waitFor(() => {
      const periods = calls.filter(({ path }) => path.endsWith('/team')).map(({ query }) => query.get('period'));
      expect(periods).toEqual(['quarter', 'year']);
    });
  });

  it('lead a manager to what the organisation was paid, by month and by batch', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:kerb');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const november = { month: '2026-11', paid: 8400, returned: 4200, amount: 4200 };
    const batch = { batch: 12, date: '2026-11-04', paid: 8400, returned: 4200, amount: 4200 };
    const october = { month: '2026-10', paid: 100, returned: 0, amount: 100, batches: [] };
    const { calls, user } = await show(agent, '', {
      'GET /v1/remittances': ({ query }) =>
        query.has('before')
          ? { items: [october], isMore: false }
          : { items: [{ ...november, batches: [batch] }], isMore: true },
      'GET /v1/exports/remittances/pdf': () => new Response('%PDF-1.7'),
    });
    await user.click(await screen.findByRole('button', { name: 'Remittance Advice' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remittance Advice' });
    const months = await within(dialog).findByRole('list', { name: 'Months' });
    expect(months.textContent).toContain('November 2026$4,200: $8,400 paid, $4,200 sent back by the bank');
    await user.click(within(dialog).getByRole('button', { name: 'Earlier months' }));
    expect(await within(dialog).findByText('October 2026')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'PDF: batch 12' }));
    await user.click(within(dialog).getByRole('button', { name: 'PDF: October 2026' }));
    await waitFor(() => {
      const asked = calls.filter(({ path }) => path.startsWith('/v1/exports/')).map(({ query }) => String(query));
      expect(asked).toEqual(['tenantId=7&batch=12', 'tenantId=7&month=2026-10']);
    });
  });

  it('that cannot be read say so, and the rest of the dashboard stays', async () => {
    await show(agent, '', { 'GET /v1/dashboard/agency/team': () => problemResponse(500, { displayText: 'Broken.' }) });
    expect(await screen.findByText(/Broken\./)).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Team' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'In Progress' })).toBeTruthy();
  });
});
