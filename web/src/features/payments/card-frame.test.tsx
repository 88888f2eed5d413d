import { CardFrame, type CardFrameHandle, CardNotTaken } from '@kerb/web/features/payments/card-frame.tsx';
import { act, fireEvent, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart, usePage } from '../../../test/harness.tsx';

const origin = 'http://cards.test';
const frame = { provider: 'sandbox' as const, url: `${origin}/frame`, origin, publishableKey: null };
const card = { scheme: 'visa', funding: 'debit', last4: '5556', country: 'AU', wallet: null };

beforeEach(() => {
  vi.useFakeTimers();
  usePage();
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const onChange = vi.fn();
  const onReady = vi.fn();
  const ref = createRef<CardFrameHandle>();
  const { unmount } = renderPart(<CardFrame frame={frame} onChange={onChange} onReady={onReady} ref={ref} />);
  const element = () => screen.getByTitle<HTMLIFrameElement>('Card details');
  const say = (data: unknown, from: Partial<MessageEventInit> = {}) =>
    act(() => {
      const source = element().contentWindow;
      window.dispatchEvent(new MessageEvent('message', { data, origin, source, ...from }));
    });
  const posted = vi.spyOn(element().contentWindow!, 'postMessage');
  const lastNonce = () => (posted.mock.calls.at(-1) as unknown as [{ nonce: string }])[0].nonce;
  return { onChange, onReady, ref, element, say, posted, lastNonce, unmount };
}

describe('the card frame', () => {
  it('is the provider’s page in a sandbox, with a skeleton until it is ready', () => {
    const { element, say, onReady } = open();
    expect(element().src).toBe(`${origin}/frame?scheme=light`);
    expect(element().getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-forms');
    expect(screen.getByText('Loading the card form')).toBeTruthy();
    say({ type: 'ready' });
    expect(screen.queryByText('Loading the card form')).toBeNull();
    expect(onReady).toHaveBeenCalledOnce();
  });

  it('reports what is typed and grows with its content', () => {
    const { element, say, onChange } = open();
    say({ type: 'change', valid: true, scheme: 'visa', funding: 'debit' });
    expect(onChange).toHaveBeenLastCalledWith({ valid: true, scheme: 'visa', funding: 'debit' });
    say({ type: 'height', px: 333 });
    expect(element().style.height).toBe('333px');
  });

  // biome-ignore format: a table
  it.each<[string, Partial<MessageEventInit>]>([
    ['another origin',                    { origin: 'http://evil.test' }],
    ['an origin with the same prefix',    { origin: `${origin}.evil.test` }],
    ['no origin',                         { origin: 'null' }],
    ['another window of the same origin', { source: window }],
  ])('ignores messages from %s', (_who, from) => {
    const { say, onChange, onReady } = open();
    say({ type: 'ready' }, from);
    say({ type: 'change', valid: true, scheme: 'visa', funding: 'debit' }, from);
    expect(onReady).not.toHaveBeenCalled();
    expect(onChange).not.toHaveBeenCalled();
  });

  it.each([
    null,
    'ready',
    { type: 'token' },
    { type: 'height', px: 'tall' },
    { type: 'height', px: -1 },
    { type: 'error', nonce: 7 },
    { type: 'launch' },
  ])('ignores the message %j', (message) => {
    const { element, say, onChange } = open();
    say(message);
    expect(onChange).not.toHaveBeenCalled();
    expect(element().style.height).toBe('190px');
  });

  it('says so if it does not load within fifteen seconds, and can be retried', () => {
    const { say } = open();
    act(() => vi.advanceTimersByTime(14_999));
    expect(screen.queryByRole('alert')).toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(screen.getByRole('alert').textContent).toContain('The card form could not be loaded.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByText('Loading the card form')).toBeTruthy();
    say({ type: 'ready' });
    act(() => vi.advanceTimersByTime(60_000));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the token of a card', () => {
  it('is requested only from the provider’s origin, and accepted only under its own nonce', async () => {
    const { ref, say, posted, lastNonce } = open();
    say({ type: 'ready' });
    const asked = ref.current!.tokenise();
    expect(posted.mock.calls.at(-1)).toEqual([{ type: 'tokenise', nonce: lastNonce() }, origin]);
    say({ type: 'token', nonce: 'another', token: 'tok_wrong', card });
    say({ type: 'token', nonce: lastNonce(), token: 'tok_evil', card }, { origin: 'http://evil.test' });
    say({ type: 'token', nonce: lastNonce(), token: 'tok_1', card });
    expect(await asked).toEqual({ token: 'tok_1', card });
  });

  it('is refused with the provider’s message', async () => {
    const { ref, say, lastNonce } = open();
    const asked = ref.current!.tokenise();
    say({ type: 'error', nonce: lastNonce(), message: 'Enter the card number.' });
    await expect(asked).rejects.toEqual(new CardNotTaken('Enter the card number.'));
  });

  it('times out after twenty seconds, and is dropped when the form is gone', async () => {
    const { ref, unmount } = open();
    const slow = ref.current!.tokenise().catch((error: Error) => error.message);
    vi.advanceTimersByTime(20_000);
    expect(await slow).toContain('did not answer in time');
    const late = ref.current!.tokenise().catch((error: Error) => error.message);
    unmount();
    expect(await late).toBe('The payment form was closed.');
  });
});
