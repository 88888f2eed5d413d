import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { campaign, campaignServer, fill, loadCampaignScreen, sessions } from '../../../test/campaign-server.tsx';
import { problemResponse, renderApp, signedIn, usePage } from '../../../test/harness.tsx';
import { aFlow, aSignatory } from '../../../test/signing.ts';

beforeAll(() => Promise.all([loadCampaignScreen(), import('@kerb/web/app/campaign-page/live-updates.tsx')]));
beforeEach(() => usePage());

const eventsPath = '/v1/agreements/10231/events';

/** A stream that the test writes to. */
function aStream() {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
  });
  const send = (text: string) => controller.enqueue(new TextEncoder().encode(text));
  return {
    response: new Response(body),
    open: (version: number) => send(`event: open\nid: 1\ndata: {"version":${version}}\n\n`),
    tell: (event: object) => send(`id: 2\ndata: ${JSON.stringify({ isOwn: false, ...event })}\n\n`),
    end: () => controller.close(),
  };
}

async function openAsPayer(more: Parameters<typeof signedIn>[0] = {}) {
  const server = campaignServer(campaign({ status: 'waiting-approval' }));
  const stream = aStream();
  const calls = await signedIn({ ...server.handlers, [`GET ${eventsPath}`]: () => stream.response, ...more });
  renderApp('/applications/10231', { ...sessions.vendor, onlyAgreementId: 10231 });
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(calls.some(({ path }) => path === eventsPath)).toBe(true));
  const reads = () => calls.filter(({ method, path }) => method === 'GET' && path === '/v1/agreements/10231').length;
  const toasts = () => screen.getAllByRole('status').map(({ textContent }) => textContent ?? '');
  const says = (words: string) => waitFor(() => expect(toasts().some((text) => text.includes(words))).toBe(true));
  return { ...server, stream, calls, reads, toasts, says };
}

describe('the open page of a payer', () => {
  it('asks for a stream with the token, and reads nothing again while the version is the same', async () => {
    const { calls, stream, reads } = await openAsPayer();
    const { headers } = calls.find(({ path }) => path === eventsPath)!;
    expect(headers.get('accept')).toBe('text/event-stream');
    expect(headers.get('authorization')).toBe('Bearer access-1');
    stream.open(3);
    stream.tell({ kind: 'documents' });
    await waitFor(() => expect(reads()).toBe(2));
  });

  it('shows what an admin did, and says it in a live region', async () => {
    const { state, stream, says } = await openAsPayer();
    stream.open(3);
    Object.assign(state, { agreement: { ...state.agreement, status: 'approved' }, version: 4 });
    stream.tell({ kind: 'changed' });
    stream.tell({ kind: 'approved' });
    await says('Your campaign has been approved.');
    expect(await screen.findByText('Awaiting Signature')).toBeTruthy();
    expect(screen.queryByText(/This campaign has been changed/)).toBeNull();
  });

  it('names another payer by their first name', async () => {
    const { stream, says } = await openAsPayer();
    stream.tell({ kind: 'payer-progress', payer: { firstName: 'Victor', step: 'signed' } });
    await says('Victor has signed.');
  });

  it('reads again what changed before the stream was open, and says nothing', async () => {
    const { stream, reads, toasts, state } = await openAsPayer();
    state.version = 4;
    stream.open(4);
    await waitFor(() => expect(reads()).toBe(2));
    expect(toasts().join()).not.toContain('changed');
  });

  it('says nothing about the payer’s own changes', async () => {
    const { stream, toasts, says } = await openAsPayer();
    stream.tell({ kind: 'details-changed', isOwn: true });
    stream.tell({ kind: 'payment' });
    await says('A payment has been recorded.');
    expect(toasts().join()).not.toContain('details');
  });

  it('keeps what is typed', async () => {
    const flow = aFlow(['payer-details'], 'payer-details', { signatory: aSignatory({ dateOfBirth: null }) });
    const { stream, reads } = await openAsPayer({ 'GET /v1/agreements/10231/flow': () => flow });
    const field = await screen.findByLabelText<HTMLInputElement>(/Date of Birth/);
    fill(field, '1980-01-31');
    stream.tell({ kind: 'changed' });
    await waitFor(() => expect(reads()).toBe(2));
    await screen.findByText(/This campaign has been changed/);
    expect(screen.getByLabelText<HTMLInputElement>(/Date of Birth/).value).toBe('1980-01-31');
    expect(field.isConnected).toBe(true);
  });

  it('says why when the link has ended', async () => {
    const words = 'This campaign was cancelled.';
    const refused = () => problemResponse(401, { type: '/problems/link-ended', displayText: words });
    const first = aStream();
    let isEnded = false;
    await openAsPayer({
      [`GET ${eventsPath}`]: () => (isEnded ? refused() : first.response),
      'POST /v1/session/refresh': refused,
    });
    isEnded = true;
    first.end();
    expect(await screen.findByText(words)).toBeTruthy();
  });
});
