import { reportEndpoints } from '@kerb/domain/reports/reports.contract.ts';
import { currentProgress } from '@kerb/web/design/progress.ts';
import { ProgressOverlay } from '@kerb/web/design/progress-overlay.tsx';
import { currentToasts } from '@kerb/web/design/toasts.ts';
import { exportCsv } from '@kerb/web/features/campaign-lists/export-csv.ts';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemResponse, renderPart, signedIn, usePage } from '../../../test/harness.tsx';

let saved: { name: string; blob: Blob }[];

beforeEach(() => {
  usePage();
  saved = [];
  let latest: Blob;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    latest = blob as Blob;
    return 'blob:kerb';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: latest });
  });
});

afterEach(() => void vi.restoreAllMocks());

const invoices = { params: { report: 'invoices' } } as const;
const disposition = `attachment; filename="KerbPay Invoices.csv"; filename*=UTF-8''KerbPay%20Invoices.csv`;
const csv = (headers: Record<string, string> = {}) =>
  new Response('Invoice No.\r\n1\r\n', { headers: { 'content-type': 'text/csv', ...headers } });

describe('an export', () => {
  it("is requested as a spreadsheet and saved under the server's file name", async () => {
    const calls = await signedIn({ 'GET /reports/invoices': () => csv({ 'content-disposition': disposition }) });
    await exportCsv(reportEndpoints.get, invoices, 'Other.csv');
    expect(calls[0]?.headers.get('accept')).toBe('text/csv');
    expect(saved).toEqual([{ name: 'KerbPay Invoices.csv', blob: expect.any(Blob) }]);
    expect(saved[0]?.blob.size).toBe(16);
  });

  it('without a file name is saved under the name given here', async () => {
    await signedIn({ 'GET /reports/invoices': () => csv() });
    await exportCsv(reportEndpoints.get, invoices, 'Other.csv');
    expect(saved.map(({ name }) => name)).toEqual(['Other.csv']);
  });

  it('that is pressed twice is made once, and can be made again afterwards', async () => {
    const calls = await signedIn({ 'GET /reports/invoices': () => csv() });
    const twice = () => [exportCsv(reportEndpoints.get, invoices), exportCsv(reportEndpoints.get, invoices)];
    await Promise.all(twice());
    expect([calls.length, saved.length]).toEqual([1, 1]);
    await exportCsv(reportEndpoints.get, invoices);
    expect([calls.length, saved.length]).toEqual([2, 2]);
  });

  it('that is pressed twice and refused shows why once', async () => {
    await signedIn({ 'GET /reports/invoices': () => problemResponse(403) });
    await Promise.all([exportCsv(reportEndpoints.get, invoices), exportCsv(reportEndpoints.get, invoices)]);
    expect(currentToasts.get()).toHaveLength(1);
  });

  it('covers the screen with its text and progress until it is saved', async () => {
    renderPart(<ProgressOverlay />);
    let sendMore: (text: string | null) => void = () => undefined;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (stream) => {
        sendMore = (text) => (text === null ? stream.close() : stream.enqueue(new TextEncoder().encode(text)));
      },
    });
    await signedIn({ 'GET /reports/invoices': () => new Response(body, { headers: { 'kerb-total-rows': '4' } }) });
    let done: Promise<void> = Promise.resolve();
    await act(async () => {
      done = exportCsv(reportEndpoints.get, invoices);
    });
    expect(screen.getByRole('status').textContent).toBe('Exporting...');
    sendMore('Invoice No.\r\n1\r\n2\r\n');
    expect(await screen.findByText('Exporting... 50%')).toBeTruthy();
    sendMore(null);
    await act(() => done);
    expect(currentProgress.get()).toEqual([]);
  });

  it('that is refused shows why and saves nothing', async () => {
    await signedIn({
      'GET /reports/invoices': () => problemResponse(503, { displayText: 'Other exports are still running.' }),
    });
    await exportCsv(reportEndpoints.get, invoices);
    expect(currentToasts.get()).toMatchObject([{ tone: 'error', text: 'Other exports are still running.' }]);
    expect(saved).toEqual([]);
    expect(currentProgress.get()).toEqual([]);
  });
});
