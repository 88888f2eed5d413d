import type { Session } from '@kerb/domain/session/session.contract.ts';
import { openStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { listTrail } from '@kerb/web/features/campaigns/list-trail.ts';
import { openDialog } from '@kerb/web/platform/dialogs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { admin, agent, renderApp, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { aCampaign, aMember, aRow, aTenant, pageOfRows, type WireRow } from '../../../test/lists.ts';

const employee: Session = {
  ...agent,
  memberships: [{ tenantId: 7, tenantName: 'Harbour Estate', tenantUserType: 'employee' }],
};
const team = { items: [aMember()] };
const lastList = (calls: Seen[]) => calls.filter(({ path }) => path === '/v1/agreements').at(-1)?.query;

type Shown = {
  session?: Session;
  path?: string;
  rows?: WireRow[];
  tenant?: object;
  total?: number;
  isMore?: boolean;
};
async function show({ session = agent, path = '', rows = [aRow()], tenant = {}, total, isMore }: Shown = {}) {
  const found = { ...pageOfRows(...rows), ...(total && { totalItems: total }), ...(isMore && { isMore }) };
  const calls = await signedIn({
    'GET /v1/agreements': () => found,
    'GET /v1/tenants/7': () => aTenant(tenant),
    'GET /v1/tenants/7/users': () => team,
    'GET /v1/agreements/10231': () => aCampaign(),
  });
  const router = renderApp(`/agencies/7/applications${path}`, session);
  await screen.findByRole('heading', { name: 'Referrals' });
  return { calls, router, user: userEvent.setup() };
}

beforeEach(() => {
  usePage();
  sessionStorage.clear();
  listTrail.set(null);
});

describe('the referrals on a phone', () => {
  const unheard = { addEventListener: () => {}, removeEventListener: () => {} };
  beforeEach(() => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => ({ matches: query.includes('max-width'), media: query, ...unheard }) as never,
    );
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('show the choice of team member as long as it narrows the list', async () => {
    await show({ path: '?agentUserId=9' });
    const more = (await screen.findByText('More options')).closest('details');
    expect(more?.open).toBe(true);
  });

  it('fold it away otherwise', async () => {
    await show();
    const more = (await screen.findByText('More options')).closest('details');
    expect(more?.open).toBe(false);
  });
});

describe('the referrals of an organisation', () => {
  it('are cards under the title Referrals', async () => {
    await show();
    expect(await screen.findByRole('article', { name: '12 Wattle St, Yass' })).toBeTruthy();
    expect(document.title).toBe('Referrals · KerbPay');
  });

  it('open within their organisation', async () => {
    const { router, user } = await show();
    await user.click(await screen.findByRole('link', { name: '12 Wattle St, Yass' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/agencies/7/applications/10231'));
  });

  it('are all shown at first, and those in progress on request', async () => {
    const { calls, router, user } = await show();
    await screen.findByRole('article');
    expect(Object.fromEntries(lastList(calls)!)).toMatchObject({ tenantId: '7', sortBy: 'status', sortDesc: '1' });
    expect(lastList(calls)?.get('status')).toBeNull();
    await user.click(screen.getByText('Show In Progress'));
    await waitFor(() => expect(lastList(calls)?.get('status')).toBe(openStatuses.join(',')));
    expect(screen.getByText('Show In Progress').getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByText('Show All'));
    await waitFor(() => expect(router.state.location.searchStr).toBe(''));
  });

  it('are searched on Enter', async () => {
    const { calls, user } = await show();
    await user.type(screen.getByLabelText('Search by status, property address or agent name'), ' wattle {Enter}');
    await waitFor(() => expect(lastList(calls)?.get('textQuery')).toBe('wattle'));
  });

  it('come ten, 25, 50, 100 or 200 at a time, with a pager above and below', async () => {
    const { calls, user } = await show({ total: 230 });
    await screen.findByRole('navigation', { name: 'Pages' });
    const perPage = screen.getByLabelText('Per page');
    const offered = within(perPage).getAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['10', '25', '50', '100', '200']);
    expect(lastList(calls)?.get('perPage')).toBe('100');
    await user.click(within(screen.getByRole('navigation', { name: 'Pages, below the list' })).getByText('2'));
    await waitFor(() => expect(lastList(calls)?.get('page')).toBe('2'));
    await user.selectOptions(perPage, '25');
    await waitFor(() => expect([lastList(calls)?.get('page'), lastList(calls)?.get('perPage')]).toEqual(['1', '25']));
  });

  it('say if there are more than can be counted', async () => {
    await show({ total: 10_000, isMore: true });
    expect((await screen.findAllByText('1–100 of more than 10,000')).length).toBe(2);
  });

  it('are remembered, so that the campaign links to the next one', async () => {
    await show({ rows: [aRow(), aRow({ id: 10230 })], path: '?sortBy=id' });
    await waitFor(() =>
      expect(listTrail.get()).toMatchObject({
        query: { tenantId: 7, sortBy: 'id', sortDesc: true, perPage: 100 },
        places: [
          { id: 10231, tenant: 7 },
          { id: 10230, tenant: 7 },
        ],
      }),
    );
  });

  // biome-ignore format: a table
  it.each([
    ['Status',               'Most progressed at top', 'Least progressed at top'],
    ['Flow No.',             'Newest',                 'Oldest at top'          ],
    ['Funding Request Date', 'Upcoming',               'Previous at top'        ],
    ['Sent Date',            'Most recent',            'Oldest at top'          ],
  ])('are sorted by %s with %s or %s', async (field, descending, ascending) => {
    const { user } = await show();
    await user.selectOptions(screen.getByLabelText('Sort by'), field);
    const order = () => within(screen.getByLabelText('Order')).getAllByRole('option');
    await waitFor(() => expect(order().map(({ textContent }) => textContent)).toEqual([descending, ascending]));
  });

  it('have order labels that fit the sort field', async () => {
    const { calls, router, user } = await show();
    const order = () => within(screen.getByLabelText('Order')).getAllByRole('option');
    expect(order().map(({ textContent }) => textContent)).toEqual([
      'Most progressed at top',
      'Least progressed at top',
    ]);
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Flow No.');
    await waitFor(() => expect(order().map(({ textContent }) => textContent)).toEqual(['Newest', 'Oldest at top']));
    await user.selectOptions(screen.getByLabelText('Order'), 'Oldest at top');
    await waitFor(() => expect(lastList(calls)?.get('sortDesc')).toBe(''));
    expect(router.state.location.searchStr).toBe('?sortBy=id&sortDesc=0');
  });

  it('are those of one team member if a manager selects one', async () => {
    const { calls, user } = await show();
    await screen.findByRole('option', { name: 'Mia Manager' });
    await user.selectOptions(screen.getByLabelText('Team member'), 'Mia Manager');
    await waitFor(() => expect(lastList(calls)?.get('agentUserId')).toBe('12'));
  });

  it.each([
    ['a manager', agent],
    ['an admin', admin],
  ])('are those of all team members at first, for %s', async (_, session) => {
    const { calls } = await show({ session });
    await screen.findByRole('option', { name: 'Mia Manager' });
    const offered = within(screen.getByLabelText('Team member')).getAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['All Team Members', 'Mia Manager']);
    expect(lastList(calls)?.get('agentUserId')).toBeNull();
  });

  it('name a team member who has left, and Show All clears them and the search', async () => {
    const { router, user } = await show({ path: '?agentUserId=9999&textQuery=wattle' });
    const select = await screen.findByRole('combobox', { name: 'Team member' });
    await waitFor(() => expect(select).toHaveProperty('value', '9999'));
    expect(within(select).getByRole('option', { name: 'Somebody who has left the team' })).toBeTruthy();
    const all = screen.getByRole('button', { name: 'Show All' });
    expect(all.getAttribute('aria-pressed')).toBe('false');
    await user.click(all);
    await waitFor(() => expect(router.state.location.searchStr).toBe(''));
    expect(screen.getByRole('button', { name: 'Show All' }).getAttribute('aria-pressed')).toBe('true');
    expect(within(select).queryByRole('option', { name: 'Somebody who has left the team' })).toBeNull();
  });

  it('have no team member filter for an employee', async () => {
    const { calls } = await show({ session: employee, path: '?agentUserId=9999' });
    await screen.findByRole('article');
    expect(lastList(calls)?.get('agentUserId')).toBeNull();
    expect(screen.queryByLabelText('Team member')).toBeNull();
    expect(calls.some(({ path }) => path === '/v1/tenants/7/users')).toBe(false);
  });

  it('say so if nothing matches', async () => {
    const { router, user } = await show({ rows: [], path: '?textQuery=nowhere' });
    expect(await screen.findByText('There are no matching campaigns.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    await waitFor(() => expect(router.state.location.searchStr).toBe(''));
  });
});

describe('raising a referral', () => {
  const create = (name: string) => screen.findByRole('button', { name });

  it('is for marketing if the organisation is an agency', async () => {
    const { user } = await show();
    await user.click(await create('Create Marketing Referral'));
    expect(openDialog.get()).toEqual({ name: 'create-referral', tenantId: 7, purpose: 'marketing' });
    expect(screen.queryByText('Create Deposit Payment Request')).toBeNull();
  });

  it('is for styling if it is a supplier', async () => {
    await show({ tenant: { type: 'supplier' } });
    expect(await create('Create Styling Referral')).toBeTruthy();
  });

  it('may be a deposit only if the organisation takes deposits', async () => {
    const { user } = await show({ tenant: { enableDeposits: true } });
    await user.click(await create('Create Deposit Payment Request'));
    expect(openDialog.get()).toMatchObject({ purpose: 'deposit' });
  });
});
