import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { admin, agent, renderApp, signedIn, usePage, vendor } from '../../../test/harness.tsx';
import { aRow } from '../../../test/lists.ts';

beforeAll(() => import('@kerb/web/features/today/today.screen.tsx'));
beforeEach(() => usePage());

const counted = (name: string, count: number, isMore = false) => ({ name, count, isMore });

describe('Needs you today', () => {
  it('shows each group with its count and campaigns, and leaves out the empty ones', async () => {
    const items = [
      counted('pastDue', 1),
      counted('toApprove', 0),
      counted('batches', 2),
      counted('bankLines', 99, true),
      counted('movements', 1),
    ];
    await signedIn({
      'GET /v1/needs': () => ({ items }),
      'GET /v1/needs/pastDue': () => ({
        items: [
          aRow({ id: 7, name: '7 Late Lane', status: 'waiting-settlement', propertySettlementDate: '2020-01-01' }),
        ],
      }),
    });
    renderApp('/today', admin);
    expect(await screen.findByRole('heading', { level: 1, name: 'Needs you today' })).toBeTruthy();
    const groups = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(groups).toEqual([
      ...['Due and overdue loans (1)', 'Batches to approve (2)', 'Bank lines to match (99+)'],
      'Money to move between bank accounts (1)',
    ]);
    const late = within(await screen.findByRole('list', { name: 'Due and overdue loans' }));
    expect(late.getByText(/days past settlement/)).toBeTruthy();
    const href = late.getByRole('link', { name: '7 Late Lane' }).getAttribute('href');
    expect(href).toMatch(/\/applications\/7$/);
    expect(screen.getByRole('link', { name: 'Open Batch Payments' }).getAttribute('href')).toBe('/batch-payments');
    const accounts = screen.getByRole('link', { name: 'Open Bank Accounts' });
    expect(accounts.getAttribute('href')).toBe('/admin/books/bank-accounts');
  });

  it('is worked with j, k and Enter, and the campaign then knows the next one', async () => {
    const rows = [aRow({ id: 7, name: '7 Late Lane' }), aRow({ id: 8, name: '8 Late Lane' })];
    await signedIn({
      'GET /v1/needs': () => ({ items: [counted('drafts', 2)] }),
      'GET /v1/needs/drafts': () => ({ items: rows }),
    });
    const router = renderApp('/today', agent);
    await screen.findByRole('link', { name: '8 Late Lane' });
    await userEvent.keyboard('jj');
    expect(document.activeElement?.textContent).toBe('8 Late Lane');
    await userEvent.keyboard('k');
    expect(document.activeElement?.textContent).toBe('7 Late Lane');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toMatch(/\/applications\/7$/));
    const trail = Object.entries({ ...sessionStorage }).find(([key]) => key.endsWith('.trail'))?.[1];
    expect(JSON.parse(trail ?? 'null')).toMatchObject({ totalItems: 2, places: [{ id: 7 }, { id: 8 }] });
  });

  it('names the organisation to an admin, and the agent to a team', async () => {
    const row = aRow({ id: 7, tenantName: 'Harbour Estate', agentUserName: 'Eli Employee' });
    const answers = {
      'GET /v1/needs': () => ({ items: [counted('followUps', 1)] }),
      'GET /v1/needs/followUps': () => ({ items: [row] }),
    };
    await signedIn(answers);
    renderApp('/today', admin);
    expect(await screen.findByText(/Harbour Estate/)).toBeTruthy();
    cleanup();
    await signedIn(answers);
    renderApp('/today', agent);
    const list = within(await screen.findByRole('list', { name: 'Follow-up suggested' }));
    expect(list.getByText(/Eli Employee/)).toBeTruthy();
    expect(list.queryByText(/Harbour Estate/)).toBeNull();
  });

  it('says so if nothing waits', async () => {
    await signedIn({ 'GET /v1/needs': () => ({ items: [counted('drafts', 0)] }) });
    renderApp('/today', agent);
    expect(await screen.findByText('Nothing needs you.')).toBeTruthy();
  });

  it('is not for a payer', async () => {
    await signedIn({});
    renderApp('/today', vendor);
    expect(await screen.findByText("Sorry, you don't have access to this page.")).toBeTruthy();
  });
});
