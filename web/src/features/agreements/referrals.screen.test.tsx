import { openStatuses } from '@kerb/domain/agreements/agreement-status.ts';
import type { Session } from '@kerb/domain/session/session.contract.ts';
import { openDialog } from '@kerb/web/platform/dialogs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { agent, renderApp, type Seen, signedIn, usePage, vendor } from '../../../test/harness.tsx';
import { aCampaign, aRow, aTenant, pageOfRows } from '../../../test/lists.ts';

const employee: Session = {
  ...agent,
  memberships: [{ tenantId: 7, tenantName: 'Harbour Estate', tenantUserType: 'employee' }],
};
const team = {
  items: [
    {
      href: '/v1/tenants/7/users/12',
      userId: 12,
      user: { href: '/v1/users/12' },
      tenant: { href: '/v1/tenants/7' },
      displayName: 'Mia Manager',
      emailAddress: 'mia@kerb.test',
      tenantUserType: 'manager',
      receivesAllAgentNotices: false,
      receivesBillingEmailNotices: false,
    },
  ],
};
const lastList = (calls: Seen[]) => calls.filter(({ path }) => path === '/v1/agreements').at(-1)?.query;

type Shown = { session?: Session; path?: string; rows?: ReturnType<typeof aRow>[]; tenant?: object };
async function show({ session = agent, path = '', rows = [aRow()], tenant = {} }: Shown = {}) {
  const calls = await signedIn({
    'GET /v1/agreements': () => pageOfRows(...rows),
    'GET /v1/tenants/7': () => aTenant(tenant),
    'GET /v1/tenants/7/users': () => team,
    'PUT /v1/agreements/10231': () => aCampaign(),
  });
  const router = renderApp(`/agencies/7/applications${path}`, session);
  await screen.findByRole('heading', { name: 'Referrals' });
  return { calls, router, user: userEvent.setup() };
}

beforeEach(() => usePage());

describe('the referrals of an organisation', () => {
  it('are cards with number, status, option, budget, date, agent and flag', async () => {
    await show({ rows: [aRow({ actionSuggested: true, campaignBudgetFundsPurpose: 'deposit' })] });
    const card = within(await screen.findByRole('article'));
    expect(card.getByRole('link').getAttribute('href')).toBe('/agencies/7/applications/10231');
    for (const text of ['12 Wattle St, Yass', 'DAU10231', 'Live', 'Pay Later', '$4,200', 'Mia Manager']) {
      expect(card.getByText(text)).toBeTruthy();
    }
    expect(card.getByText('Funding Request Date').nextSibling?.textContent).toBe('3 Nov 2026');
    expect(card.getByText('Action Suggested')).toBeTruthy();
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

  it('are sorted in the words of the field that they are sorted by', async () => {
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

  it('are those of one team member where a manager asks for them', async () => {
    const { calls, user } = await show();
    await screen.findByRole('option', { name: 'Mia Manager' });
    await user.selectOptions(screen.getByLabelText('Team member'), 'Mia Manager');
    await waitFor(() => expect(lastList(calls)?.get('agentUserId')).toBe('12'));
  });

  it('have no team to choose from for an employee', async () => {
    const { calls } = await show({ session: employee });
    await screen.findByRole('article');
    expect(screen.queryByLabelText('Team member')).toBeNull();
    expect(calls.some(({ path }) => path === '/v1/tenants/7/users')).toBe(false);
  });

  it('say so where nothing matches', async () => {
    const { router, user } = await show({ rows: [], path: '?textQuery=nowhere' });
    expect(await screen.findByText('There are no matching campaigns.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    await waitFor(() => expect(router.state.location.searchStr).toBe(''));
  });

  it('lose their flag when it is marked done', async () => {
    const { calls, user } = await show({ rows: [aRow({ actionSuggested: true })] });
    await user.click(await screen.findByRole('button', { name: 'Mark done' }));
    expect(await screen.findByText('Done')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ actionSuggested: false });
  });
});

describe('raising a referral', () => {
  const create = (name: string) => screen.findByRole('button', { name });

  it('is for marketing where the organisation is an agency', async () => {
    const { user } = await show();
    await user.click(await create('Create Marketing Referral'));
    expect(openDialog.get()).toEqual({ name: 'create-referral', tenantId: 7, purpose: 'marketing' });
    expect(screen.queryByText('Create Deposit Payment Request')).toBeNull();
  });

  it('is for styling where it is a supplier', async () => {
    await show({ tenant: { type: 'supplier' } });
    expect(await create('Create Styling Referral')).toBeTruthy();
  });

  it('may be a deposit only where the organisation takes them', async () => {
    const { user } = await show({ tenant: { enableDeposits: true } });
    await user.click(await create('Create Deposit Payment Request'));
    expect(openDialog.get()).toMatchObject({ purpose: 'deposit' });
  });
});

describe("a vendor's campaigns", () => {
  const campaigns = async (...rows: ReturnType<typeof aRow>[]) => {
    const calls = await signedIn({ 'GET /v1/agreements': () => pageOfRows(...rows) });
    renderApp('/applications', vendor);
    await screen.findByRole('heading', { name: 'Campaigns' });
    return calls;
  };

  it('are cards that lead to the page of their own, newest first, with nothing to create', async () => {
    const { actionSuggested: _, ...row } = aRow();
    const calls = await campaigns(row, { ...row, id: 10232 });
    const links = await screen.findAllByRole('link', { name: '12 Wattle St, Yass' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/applications/10231', '/applications/10232']);
    expect(lastList(calls)?.get('sortBy')).toBe('id');
    expect(screen.queryByRole('button', { name: /^Create/ })).toBeNull();
  });

  it('may be none', async () => {
    await campaigns();
    expect(await screen.findByText('You have no campaigns.')).toBeTruthy();
  });
});
