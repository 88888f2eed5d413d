import { openStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { currentProgress } from '@kerb/web/design/progress.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { agent, problemResponse, renderApp, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { aRow, pageOfRows } from '../../../test/lists.ts';

const saved: string[] = [];

beforeEach(() => {
  usePage();
  saved.length = 0;
  URL.createObjectURL = () => 'blob:kerb';
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => vi.restoreAllMocks());

const csv = (name: string) =>
  new Response('Flow No.\r\n', {
    headers: { 'content-type': 'text/csv', 'content-disposition': `attachment; filename="${name}"` },
  });
const isCsv = ({ headers }: Seen) => headers.get('accept') === 'text/csv';

async function show(path = '/', more = {}) {
  const list = (seen: Seen) => (isCsv(seen) ? csv('KerbPay Campaigns.csv') : pageOfRows(aRow()));
  const calls = await signedIn({ 'GET /v1/agreements': list, ...more });
  renderApp(path);
  await screen.findByText('AU10231');
  return { calls, user: userEvent.setup() };
}

describe('the export of all campaigns', () => {
  it("asks for a spreadsheet with exactly the screen's query, including the default statuses", async () => {
    const { calls, user } = await show(
      '/?textQuery=yass&sortBy=id&sortDesc=0&finance=pl&columns=flow,agent&view=table',
    );
    await user.click(screen.getByRole('button', { name: 'Export campaigns as CSV' }));
    await waitFor(() => expect(saved).toEqual(['KerbPay Campaigns.csv']));
    const [shown] = calls.filter(({ path }) => path === '/v1/agreements');
    const [exported] = calls.filter(isCsv);
    expect(exported?.query.get('status')).toBe(openStatuses.join(','));
    expect(Object.fromEntries(exported!.query)).toEqual(Object.fromEntries(shown!.query));
  });

  it('covers the screen with its text and a real percentage while it runs', async () => {
    let send: (part: Uint8Array<ArrayBuffer> | null) => void = () => {};
    const body = new ReadableStream({
      start: (controller) => {
        send = (part) => (part ? controller.enqueue(part) : controller.close());
      },
    });
    const slow = new Response(body, { headers: { 'content-type': 'text/csv', 'content-length': '4' } });
    const list = (seen: Seen) => (isCsv(seen) ? slow : pageOfRows(aRow()));
    const { user } = await show('/', { 'GET /v1/agreements': list });
    await user.click(screen.getByRole('button', { name: 'Export campaigns as CSV' }));
    await waitFor(() => expect(currentProgress.get()[0]?.text).toBe('Exporting...'));
    send(new Uint8Array(3));
    expect(await screen.findByText('Exporting... 75%')).toBeTruthy();
    send(new Uint8Array(1));
    send(null);
    await waitFor(() => expect(currentProgress.get()).toEqual([]));
    expect(saved).toHaveLength(1);
  });

  it('says so if it fails', async () => {
    const list = (seen: Seen) => (isCsv(seen) ? problemResponse(400) : pageOfRows(aRow()));
    const { user } = await show('/', { 'GET /v1/agreements': list });
    await user.click(screen.getByRole('button', { name: 'Export campaigns as CSV' }));
    expect(await screen.findByText('No.')).toBeTruthy();
    expect(saved).toEqual([]);
  });
});

it('the navigation has a link to the batches, and the screen no second one', async () => {
  const { user } = await show();
  expect(screen.queryByRole('link', { name: 'Batch Payments' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Money' }));
  expect(screen.getByRole('menuitem', { name: 'Batch Payments' }).getAttribute('href')).toBe('/batch-payments');
});

describe('the reports', () => {
  it('are the specification’s six and the campaigns due for disposal, each as its own file', async () => {
    const { calls, user } = await show('/', { 'GET /reports/invoices': () => csv('KerbPay Invoices.csv') });
    await user.click(screen.getByRole('button', { name: 'Reports (.csv)' }));
    const items = within(screen.getByRole('menu', { name: 'Reports (.csv)' })).getAllByRole('menuitem');
    expect(items).toHaveLength(7);
    expect(items.map((item) => item.getAttribute('href'))).toContain('/reports/invoices');
    await user.click(screen.getByRole('menuitem', { name: 'Invoices' }));
    await waitFor(() => expect(saved).toEqual(['KerbPay Invoices.csv']));
    expect(calls.filter(({ path }) => path.startsWith('/reports/')).map(({ path }) => path)).toEqual([
      '/reports/invoices',
    ]);
  });

  it('are saved by a screen of their own if a browser opens their address', async () => {
    const calls = await signedIn({ 'GET /reports/invoices': () => csv('KerbPay Invoices.csv') });
    renderApp('/admin/reports/invoices');
    expect(await screen.findByRole('heading', { level: 1, name: 'Invoices' })).toBeTruthy();
    await waitFor(() => expect(saved).toEqual(['KerbPay Invoices.csv']));
    expect(calls.filter(({ path }) => path.startsWith('/reports/'))).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'All Campaigns' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Save it again' }));
    await waitFor(() => expect(saved).toHaveLength(2));
  });

  it('are for admins, and an unknown one says so', async () => {
    await signedIn({});
    renderApp('/admin/reports/nothing');
    expect(await screen.findByText('There is no such report.')).toBeTruthy();
    cleanup();
    renderApp('/admin/reports/invoices', agent);
    expect(await screen.findByText("Sorry, you don't have access to this page.")).toBeTruthy();
    expect(saved).toEqual([]);
  });
});
