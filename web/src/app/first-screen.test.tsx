import { firstScreen } from '@kerb/web/app/first-screen.ts';
import { actorOf } from '@kerb/web/platform/session.tsx';
import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, agent, renderApp, signedIn, usePage, vendor } from '../../test/harness.tsx';

const withCampaigns = (ids: number[]) => async () => ids;

beforeEach(() => usePage());

describe('after signing in', () => {
  it('an admin stays on the list of all campaigns', async () => {
    expect(await firstScreen(actorOf(admin), withCampaigns([]))).toEqual({ to: '/' });
  });

  it('a team member goes to the dashboard', async () => {
    expect(await firstScreen(actorOf(agent), withCampaigns([]))).toEqual({ to: '/today' });
  });

  it.each([
    ['no campaign', [], { to: '/applications' }],
    ['exactly one', [10231], { to: '/applications/$applicationId', params: { applicationId: 10231 } }],
    ['more than one', [10231, 10232], { to: '/applications' }],
  ])('a vendor with %s goes to the right screen', async (_, ids, target) => {
    expect(await firstScreen(actorOf(vendor), withCampaigns(ids))).toEqual(target);
  });

  it('a vendor with a Payment URL goes to its campaign, whatever other campaigns they have', async () => {
    const byLink = { ...vendor, onlyAgreementId: 5 };
    expect(await firstScreen(actorOf(byLink), withCampaigns([5, 6]))).toMatchObject({ params: { applicationId: 5 } });
  });

  it('the address changes to the first screen', async () => {
    await signedIn({ 'GET /v1/agreements': () => ({ items: [], totalItems: 0 }) });
    const router = renderApp('/', vendor);
    await waitFor(() => expect(router.state.location.pathname).toBe('/applications'));
  });

  it('the address of a list omits its defaults', async () => {
    await signedIn({ 'GET /v1/agreements': () => ({ items: [], totalItems: 0 }) });
    const router = renderApp('/?page=2&sortBy=status', admin);
    await waitFor(() => expect(router.state.status).toBe('idle'));
    expect(router.state.location.searchStr).toBe('?page=2');
  });
});
