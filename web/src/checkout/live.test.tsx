import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aCheckout, eventsPath, renderCheckout } from '../../test/checkout.tsx';
import { problemResponse, type Seen } from '../../test/harness.tsx';
import { aFlow, aSignatory } from '../../test/signing.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

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
    sayWhy: (problem: object) => send(`event: end\ndata: ${JSON.stringify(problem)}\n\n`),
    end: () => controller.close(),
  };
}

const readPath = '/v1/agreements/10231/checkout';
const submitted = () => aCheckout({ screen: 'submitted', status: 'waiting-approval', option: 'pl', path: [] });
const approved = (): SentCheckout =>
  aCheckout({
    screen: 'agreement',
    status: 'approved',
    version: 4,
    option: 'pl',
    path: ['agreement', 'sign'],
    paper: { title: 'Agreement', blocks: [] },
    flow: aFlow(['review-agreement', 'sign'], 'review-agreement'),
  });

function open(first = submitted(), handlers: Parameters<typeof renderCheckout>[1] = {}) {
  const stream = aStream();
  const state = { checkout: first };
  const answers = { [`GET ${eventsPath}`]: () => stream.response, ...handlers };
  const { calls } = renderCheckout(first, answers, () => state.checkout);
  const reads = () => calls.filter(({ path }) => path === readPath).length;
  return { stream, state, calls, reads };
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const said = (text: string) => screen.findByText(text, { selector: '.said' });

describe('the open page of a payer', () => {
  it('asks for a stream with its token, and reads nothing again while the version is the same', async () => {
    const { calls, stream, reads } = open();
    await waitFor(() => expect(calls.some(({ path }) => path === eventsPath)).toBe(true));
    const { headers } = calls.find(({ path }) => path === eventsPath)!;
    expect(headers.get('accept')).toBe('text/event-stream');
    expect(headers.get('authorization')).toBe('Bearer access-1');
    stream.open(3);
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(reads()).toBe(0);
    stream.tell({ kind: 'documents' });
    await said('The documents of this campaign have changed.');
    expect(reads()).toBe(1);
  });

  it('shows what an admin did, in one sentence, with the next question', async () => {
    const { state, stream, reads } = open();
    stream.open(3);
    state.checkout = approved();
    stream.tell({ kind: 'changed' });
    stream.tell({ kind: 'approved' });
    const question = await heading('Read your agreement');
    expect(await said('Your campaign has been approved.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(question));
    expect(reads()).toBe(1);
  });

  it('names another payer by their first name', async () => {
    const { stream } = open();
    stream.tell({ kind: 'payer-progress', payer: { firstName: 'Victor', step: 'signed' } });
    expect(await said('Victor has signed.')).toBeTruthy();
  });

  it('reads again what changed before the stream was open, and says nothing', async () => {
    const { state, stream } = open();
    state.checkout = approved();
    stream.open(4);
    await heading('Read your agreement');
    expect(screen.queryByText(/./, { selector: '.said' })).toBeNull();
  });

  it('says nothing about the payer’s own changes, and reads those of another tab a little later', async () => {
    const { state, stream, reads } = open();
    state.checkout = approved();
    stream.tell({ kind: 'submitted', isOwn: true });
    expect(reads()).toBe(0);
    await waitFor(() => expect(reads()).toBe(1), { timeout: 3_000 });
    expect(screen.queryByText(/./, { selector: '.said' })).toBeNull();
  });

  it('keeps what is typed', async () => {
    const signatory = aSignatory({ id: 801, applicationCodeDate: null });
    const flow = aFlow(['payer-details', 'agree-terms'], 'payer-details', { signatory });
    const details = aCheckout({ screen: 'details', option: 'pl', path: ['choose', 'details', 'terms'], flow });
    const { stream, reads } = open(details, { 'PUT /v1/agreements/10231/flow': () => ({ lastUpdateDate: null }) });
    const field = await screen.findByLabelText<HTMLInputElement>('Date of birth');
    fireEvent.change(field, { target: { value: '31/1/1980' } });
    stream.tell({ kind: 'changed' });
    await said('This campaign has been changed. You see the new version.');
    expect(reads()).toBe(1);
    expect(field.isConnected).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Date of birth').value).toBe('31/1/1980');
  });

  it('reads again until that works', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isDown = true;
    const { stream } = open(submitted(), {
      [`GET ${readPath}`]: () => {
        if (!isDown) return approved();
        throw new TypeError('offline');
      },
    });
    stream.tell({ kind: 'approved' });
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.queryByText('Your campaign has been approved.')).toBeNull();
    isDown = false;
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(await said('Your campaign has been approved.')).toBeTruthy();
  });

  it('says why when the link has ended', async () => {
    const { stream } = open();
    stream.sayWhy({ status: 401, type: '/problems/link-ended', displayText: 'This campaign was cancelled.' });
    expect((await screen.findByRole('alert')).textContent).toContain('This campaign was cancelled.');
  });

  it('gets another token for the next stream, and says that nobody has used the page', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const first = aStream();
    const second = aStream();
    let isExpired = false;
    const { calls } = open(submitted(), {
      [`GET ${eventsPath}`]: ({ headers }: Seen) => {
        if (!isExpired) return first.response;
        return headers.get('authorization') === 'Bearer access-2' ? second.response : problemResponse(401);
      },
      'POST /v1/session/resume': () => ({ accessToken: 'access-2', refreshToken: 'x', expiresIn: 300 }),
    });
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    first.open(3);
    isExpired = true;
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    first.end();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    const { body } = calls.find(({ path }) => path === '/v1/session/resume')!;
    expect(body).toMatchObject({ signatoryId: 501 });
    expect((body as { idleSeconds: number }).idleSeconds).toBeGreaterThanOrEqual(30);
    second.tell({ kind: 'approved' });
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(await said('Your campaign has been approved.')).toBeTruthy();
    const resumed = calls.filter(({ path }) => path === eventsPath).at(-1)!;
    expect(resumed.headers.get('last-event-id')).toBe('1');
  });

  it('asks from time to time on a network that lets no stream through', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { calls } = open(submitted(), {
      [`GET ${eventsPath}`]: ({ headers }: Seen) => {
        if (headers.get('accept') === 'text/event-stream') throw new TypeError('no stream');
        return { lastEventId: '9', version: 3, items: [{ kind: 'information-requested', isOwn: false }] };
      },
    });
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(await said('We need more information from you. This page says what.')).toBeTruthy();
    expect(calls.filter(({ path }) => path === eventsPath).length).toBeGreaterThan(3);
  });
});
