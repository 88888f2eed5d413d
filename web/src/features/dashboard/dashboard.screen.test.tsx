import type { Session } from '@kerb/domain/session/session.contract.ts';
import { setServerNow } from '@kerb/web/platform/clock.ts';
import { openDialog } from '@kerb/web/platform/dialogs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, agent, renderApp, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
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

const asked = (calls: Seen[]) => calls.filter(({ path }) => path.startsWith('/v1/dashboard'));

async function show(session: Session, path = '') {
  const calls = await signedIn({
    'GET /v1/tenants': () => ({ items: [aTenant(), aTenant({ id: 8, name: 'Northside' })], totalItems: 2 }),
    'GET /v1/dashboard/agency/filter': ({ query }) => (query.get('textQuery') === 'zzz' ? [] : rows),
    'GET /v1/dashboard/agency/funded': () => ({ label: 'FY26/27', total: 123456, campaigns: 12 }),
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

describe('the office of a dashboard', () => {
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

  it('is chosen already where someone has one', async () => {
    const { calls } = await show(agent);
    expect(office()).toHaveProperty('value', '7');
    expect(screen.queryByRole('option', { name: 'All Offices' })).toBeNull();
    await waitFor(() => expect(asked(calls).map(({ query }) => query.get('tenantId'))).toEqual(['7', '7']));
  });

  it('reads All Offices where someone has several, until they choose one', async () => {
    const { calls, router, user } = await show(both);
    expect(within(office()).getByText('All Offices')).toHaveProperty('selected', true);
    await waitFor(() => expect(asked(calls).map(({ query }) => query.get('tenantId'))).toEqual([null, null]));
    expect(screen.getByRole('button', { name: 'All Referrals' })).toHaveProperty('disabled', true);
    await user.selectOptions(office(), 'Northside');
    await waitFor(() => expect(router.state.location.searchStr).toBe('?tenantId=8'));
    await user.click(screen.getByRole('button', { name: 'All Referrals' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/agencies/8/applications'));
  });

  it("is not another's, whatever the address says", async () => {
    const { calls } = await show(both, '?tenantId=99');
    await waitFor(() => expect(asked(calls).map(({ query }) => query.get('tenantId'))).toEqual([null, null]));
  });

  it('is the one that a new referral is raised for', async () => {
    const { user } = await show(agent);
    const button = screen.getByRole('button', { name: 'Create New Referral' });
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    await user.click(button);
    expect(openDialog.get()).toEqual({ name: 'create-referral', tenantId: 7, purpose: 'marketing' });
  });
});

describe('what a dashboard shows', () => {
  it('is what has been funded this financial year', async () => {
    await show(agent);
    expect(await screen.findByText('$123,456')).toBeTruthy();
    expect(screen.getByText('FY26/27 so far, 12 campaigns')).toBeTruthy();
  });

  it('is what waits, by age, in bars whose parts are buttons', async () => {
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

  it('is what has waited too long, until a part of a bar is pressed, and again when it is let go', async () => {
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
    expect(router.state.location.searchStr).toBe('?bar=waiting-invite');
    await user.click(segment);
    expect(await screen.findByRole('list', { name: 'Waiting over 7 days' })).toBeTruthy();
  });

  it('is the whole of a bar where the address names only that', async () => {
    await show(agent, '?bar=waiting-invite');
    const chosen = await screen.findByRole('list', { name: 'Sent' });
    expect(within(chosen).getAllByRole('link')).toHaveLength(2);
  });

  it('is what a search finds, and No results where it finds nothing', async () => {
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
});
