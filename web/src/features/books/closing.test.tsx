import type { bookEndpoints } from '@kerb/domain/books/books.contract.ts';
import type { exportEndpoints } from '@kerb/domain/books/exports.contract.ts';
import type { periodEndpoints } from '@kerb/domain/books/periods.contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { problemResponse, renderApp, signedIn, usePage } from '../../../test/harness.tsx';

type Periods = z.input<typeof periodEndpoints.list.response>;
type Gst = z.input<typeof bookEndpoints.gst.response>;
type Codes = z.input<typeof exportEndpoints.codes.response>;

const step = { date: '2026-11-02T02:00:00.000Z', user: { href: '/v1/users/99' }, userName: 'Olive Other' };
const period: Periods['items'][number] = {
  id: 4,
  href: '/v1/books/periods/4',
  firstDay: null,
  lastDay: '2026-10-31',
  entries: 1234,
  closed: step,
  reopened: null,
  exports: [],
  reopenRefusal: null,
};
const periods: Periods = { today: '2026-11-17', openFrom: '2026-11-01', items: [period] };
const gst: Gst = {
  from: '2026-10-01',
  to: '2026-12-31',
  basis: 'accrual',
  gstRate: 10,
  sections: [
    { section: 'services', net: 100, tax: 10, lines: 2 },
    { section: 'loan-fees', net: 0, tax: 0, lines: 0 },
    { section: 'free-fees', net: 0, tax: 0, lines: 0 },
    { section: 'interest', net: -5.5, tax: 0, lines: 1 },
  ],
  taxableSales: 110,
  otherSales: -5.5,
  tax: 10,
  atRate: 10,
};
const codes: Codes = { items: [{ account: 'bank', xero: '090', myob: null }] };

async function show(path: string, answers: Parameters<typeof signedIn>[0] = {}) {
  const calls = await signedIn({
    'GET /v1/books/periods': () => periods,
    'POST /v1/books/periods': () => periods,
    'POST /v1/books/periods/4/reopen': () => periods,
    'GET /v1/books/gst': () => gst,
    'GET /v1/books/gst/postings': () => ({ items: [], isMore: false }),
    'GET /v1/books/account-codes': () => codes,
    'PUT /v1/books/account-codes': () => codes,
    ...answers,
  });
  renderApp(path);
  return { calls, user: userEvent.setup() };
}

beforeEach(() => usePage());

describe('the periods of the books', () => {
  it('are closed until a day, by default the end of the last month', async () => {
    const { user, calls } = await show('/admin/books/periods');
    await screen.findByText('1,234');
    await user.click(screen.getByRole('button', { name: 'Close a period' }));
    const dialog = await screen.findByRole('dialog');
    expect((within(dialog).getByLabelText(/Last day/) as HTMLInputElement).value).toBe('2026-10-31');
    await user.click(within(dialog).getByRole('button', { name: 'Close period' }));
    await waitFor(() => {
      const sent = calls.find(({ method }) => method === 'POST');
      expect([sent?.path, sent?.body]).toEqual(['/v1/books/periods', { lastDay: '2026-10-31' }]);
    });
  });

  it('are opened again with a reason', async () => {
    const { user, calls } = await show('/admin/books/periods');
    await user.click(await screen.findByRole('button', { name: 'Open again' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText(/Reason/), 'A forgotten payment');
    await user.click(within(dialog).getByRole('button', { name: 'Open again' }));
    await waitFor(() =>
      expect(calls.find(({ path }) => path.endsWith('/reopen'))?.body).toEqual({ reason: 'A forgotten payment' }),
    );
  });

  it('say why one cannot be opened again, and which files were exported', async () => {
    const exported = { ...step, system: 'xero' as const, fileName: 'KerbPay Xero 2026-10-31.csv' };
    const refused = { ...period, reopenRefusal: 'This period was exported.', exports: [exported] };
    await show('/admin/books/periods', { 'GET /v1/books/periods': () => ({ ...periods, items: [refused] }) });
    expect(await screen.findByText('This period was exported.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Download the period until 2026-10-31 for Xero' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export the period until 2026-10-31 for MYOB' })).toBeTruthy();
  });
});

describe('the GST report', () => {
  it('shows the figures, and the postings behind one', async () => {
    const { user, calls } = await show('/admin/books/gst?from=2026-10-01&to=2026-12-31');
    expect(await screen.findByText('GST at 10% of the sales with GST')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cash' }));
    await waitFor(() => expect(calls.at(-1)?.query.get('basis')).toBe('cash'));
    await user.click(await screen.findByRole('button', { name: 'Show the 2 postings of Service fees and surcharges' }));
    await waitFor(() => expect(calls.at(-1)?.query.get('section')).toBe('services'));
    expect(await screen.findByText('No posting in these days.')).toBeTruthy();
  });

  it('offers to try again after an error', async () => {
    await show('/admin/books/gst', { 'GET /v1/books/gst': () => problemResponse(500) });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('the account codes', () => {
  it('are saved in the form of each system', async () => {
    const { user, calls } = await show('/admin/books/codes');
    const myob = await screen.findByLabelText('Operating money: code in MYOB');
    await user.type(myob, '11110');
    expect(await screen.findByText('A digit, a dash and four digits, as in 1-1110.')).toBeTruthy();
    expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true);
    await user.clear(myob);
    await user.type(myob, '1-1110');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
        items: [{ account: 'bank', xero: '090', myob: '1-1110' }],
      }),
    );
  });
});
