import { openStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { admin, renderApp, type Seen, signedIn, usePage, vendor } from '../../../test/harness.tsx';
import { aCampaign, aRow, aTenant, pageOfRows } from '../../../test/lists.ts';

const lists = (calls: Seen[]) => calls.filter(({ path }) => path === '/v1/agreements');
const lastList = (calls: Seen[]) => lists(calls).at(-1)?.query;
const spreadsheet = () =>
  new Response('Flow No.\r\nAU10231\r\n', {
    headers: { 'content-disposition': 'attachment; filename="Harbour Estate KerbPay Campaigns.csv"' },
  });

async function show(path = '') {
  const calls = await signedIn({
    'GET /v1/agreements': ({ headers }) => (headers.get('accept') === 'text/csv' ? spreadsheet() : pageOfRows(aRow())),
    'GET /v1/exports/invoices': spreadsheet,
    'GET /v1/exports/payments': () => new Response('Payment No.\r\n'),
    'GET /v1/agreements/10231': () => aCampaign(),
    'GET /v1/tenants/7': () => aTenant(),
    'GET /v1/tenants/8': () => aTenant({ id: 8, name: 'Valley Homes' }),
    'GET /v1/tenants/7/users': () => ({ items: [] }),
    'GET /v1/tenants/8/users': () => ({ items: [] }),
  });
  const router = renderApp(`/agencies/7/applications${path}`, admin);
  await screen.findByRole('article');
  return { calls, router, user: userEvent.setup() };
}

beforeEach(() => {
  usePage();
  sessionStorage.clear();
});
afterEach(() => void vi.restoreAllMocks());

describe('the state of a referral list', () => {
  it('is restored on return, and is stored for each organisation', async () => {
    const { calls, router, user } = await show();
    await user.click(screen.getByRole('button', { name: 'Show In Progress' }));
    await waitFor(() => expect(lastList(calls)?.get('status')).toBe(openStatuses.join(',')));
    await user.click(screen.getByRole('link', { name: '12 Wattle St, Yass' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/agencies/7/applications/10231'));

    await router.navigate({ to: '/agencies/$tenantId/applications', params: { tenantId: 8 } });
    await waitFor(() => expect(lastList(calls)?.get('tenantId')).toBe('8'));
    expect(lastList(calls)?.get('status')).toBeNull();
    expect(router.state.location.searchStr).toBe('');

    await router.navigate({ to: '/agencies/$tenantId/applications', params: { tenantId: 7 } });
    await waitFor(() => expect(router.state.location.searchStr).toBe(`?status=${openStatuses.join(',')}`));
    expect(await screen.findByText('Show In Progress')).toHaveProperty('ariaPressed', 'true');
  });
});

describe('exporting referrals', () => {
  it("requests the screen's query as a spreadsheet, and saves it under the response's file name", async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:kerb');
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const { calls, user } = await show('?textQuery=wattle&status=draft,signed&finance=pl&agentUserId=12&sortBy=id');
    const screenQuery = lastList(calls)!;
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(saved).toEqual(['Harbour Estate KerbPay Campaigns.csv']));
    const asked = lists(calls).at(-1)!;
    expect(asked.headers.get('accept')).toBe('text/csv');
    expect(asked.query.toString()).toBe(screenQuery.toString());
    expect(asked.query.get('tenantId')).toBe('7');
  });

  it('saves the invoices and the payments of the organisation for its books', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:kerb');
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const { calls, user } = await show();
    for (const [word, path] of [
      ['Invoices', '/v1/exports/invoices'],
      ['Payments', '/v1/exports/payments'],
    ] as const) {
      await user.click(screen.getByRole('button', { name: 'For bookkeeping (.csv)' }));
      await user.click(screen.getByRole('menuitem', { name: word }));
      await waitFor(() => expect(calls.some((call) => call.path === path)).toBe(true));
      expect(calls.find((call) => call.path === path)?.query.toString()).toBe('tenantId=7');
    }
    await waitFor(() => expect(saved).toEqual(['Harbour Estate KerbPay Campaigns.csv', 'KerbPay Payments.csv']));
  });

  it('is not possible for a vendor, who has no such screen', async () => {
    await signedIn({ 'GET /v1/agreements': () => pageOfRows(aRow()), 'GET /v1/tenants/7': () => aTenant() });
    renderApp('/agencies/7/applications', vendor);
    expect(await screen.findByText("Sorry, you don't have access to this page.")).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  });
});
