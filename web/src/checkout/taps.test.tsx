import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from '@kerb/web/checkout/app.tsx';
import { render as renderOnServer } from '@kerb/web/checkout/render.tsx';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aCheckout, pageOf, stubCheckout } from '../../test/checkout.tsx';
import { aFlow } from '../../test/signing.ts';

const script = readFileSync(join(import.meta.dirname, '../../public/keep-taps.js'), 'utf8');

let hydrated: Root | null = null;
afterEach(() => {
  act(() => hydrated?.unmount());
  hydrated = null;
  document.body.replaceChildren();
  document.documentElement.removeAttribute('data-ready');
  vi.unstubAllGlobals();
});

/** The page as the server drew it, before its script has loaded. `arrive` is the script's arrival. */
function drawn(checkout = aCheckout(), answers: Parameters<typeof stubCheckout>[1] = {}, next = () => checkout) {
  document.documentElement.removeAttribute('data-ready');
  const page = pageOf(checkout);
  const calls = stubCheckout(next, answers);
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = renderOnServer(page);
  new Function(script)();
  const arrive = () =>
    act(async () => {
      hydrated = hydrateRoot(root, <App page={page} />);
    });
  return { arrive, calls };
}

const you = () =>
  aCheckout({
    screen: 'you',
    option: 'pn',
    path: ['choose', 'you', 'terms', 'pay'],
    flow: aFlow(['review-property', 'payer-details', 'agree-terms', 'pay'], 'payer-details'),
  });

describe('what is tapped before the script has loaded', () => {
  it('is done once the page can be used: the last choice, and one press', async () => {
    const { arrive, calls } = drawn(
      aCheckout(),
      {
        'PUT /v1/agreements/10231/flow': () => ({}),
        'POST /v1/agreements/10231/choose-option': () => ({}),
      },
      you,
    );
    await userEvent.click(screen.getByRole('radio', { name: /^Later/ }));
    await userEvent.click(screen.getByRole('radio', { name: /^Now/ }));
    const go = within(screen.getByRole('main')).getByRole('button', { name: 'Continue' });
    await userEvent.dblClick(go);
    expect(document.documentElement.hasAttribute('data-tapped')).toBe(true);
    expect(calls).toEqual([]);
    await arrive();
    await screen.findByRole('heading', { level: 1, name: 'Is this you?' });
    expect(document.documentElement.hasAttribute('data-tapped')).toBe(false);
    const chosen = calls.filter(({ path }) => path.endsWith('/choose-option'));
    expect(chosen.map(({ body }) => body)).toEqual([{ financeOptionCode: 'pn' }]);
  });

  it('is one press where nothing was chosen: the page asks for a choice', async () => {
    const { arrive } = drawn();
    await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Continue' }));
    await arrive();
    expect(await screen.findByText('Please choose one.')).toBeTruthy();
  });

  it('is typed text too', async () => {
    const flow = aFlow(['review-property', 'payer-details'], 'payer-details');
    const { arrive, calls } = drawn(aCheckout({ screen: 'details', option: 'pl', path: ['choose', 'details'], flow }), {
      'PUT /v1/agreements/10231/flow': () => ({}),
    });
    const field = screen.getByLabelText<HTMLInputElement>('Date of birth');
    await userEvent.type(field, '31/3/1958');
    await arrive();
    expect(screen.getByLabelText<HTMLInputElement>('Date of birth').value).toBe('31/3/1958');
    await waitFor(() => expect(JSON.stringify(calls.map(({ body }) => body))).toContain('31/3/1958'), {
      timeout: 5_000,
    });
  });

  it('does nothing after the page can be used', async () => {
    const { arrive } = drawn();
    await arrive();
    new Function(script)();
    await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Please choose one.')).toBeTruthy();
  });
});
