import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { App } from '@kerb/web/checkout/app.tsx';
import { render as renderOnServer } from '@kerb/web/checkout/render.tsx';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aCheckout, renderCheckout } from '../../test/checkout.tsx';
import { problemResponse } from '../../test/harness.tsx';
import { aFlow, aSignatory, terms } from '../../test/signing.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
});

const main = () => within(screen.getByRole('main'));
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const press = (name: string | RegExp) => userEvent.click(main().getByRole('button', { name }));

const you = () =>
  aCheckout({
    screen: 'you',
    option: 'pn',
    path: ['choose', 'you', 'terms', 'pay'],
    flow: aFlow(['review-property', 'payer-details', 'agree-terms', 'pay'], 'payer-details'),
  });

describe('the first question', () => {
  it('shows the agency, the agent, the amount and what each way of paying costs', () => {
    renderCheckout(aCheckout());
    expect(screen.getByText('Harbour Estate', { selector: '.organisation' })).toBeTruthy();
    expect(screen.getByText('Eli Trialwood')).toBeTruthy();
    expect(screen.getByRole('link', { name: '0400 000 000' }).getAttribute('href')).toBe('tel:+61400000000');
    expect(screen.getByText('$4,200.00', { selector: '.amount' })).toBeTruthy();
    const choices = screen.getByRole('group', { name: 'How would you like to pay?' });
    expect(choices.textContent).toContain('A card adds up to $63.00.');
    expect(choices.textContent).toContain('About $4,765.16 if it sells in 90 days+ $565.16 more than paying now');
    expect(screen.getByText('What it costs if it sells in 60 days')).toBeTruthy();
  });

  it('has the phone number of the messages: the organisation’s if the agent has none, else ours', () => {
    const { organisation, phones } = aCheckout();
    const called = (phone: string | null) => {
      const { unmount } = renderCheckout(
        aCheckout({
          agent: null,
          organisation: { ...organisation, phone },
          phones: { ...phones, '+61255501101': '(02) 5550 1101' },
        }),
      );
      const link = within(screen.getByRole('banner')).getByRole('link');
      const shown = [link.textContent, link.getAttribute('href')];
      unmount();
      return shown;
    };
    expect(called('+61255501101')).toEqual(['(02) 5550 1101', 'tel:+61255501101']);
    expect(called(null)).toEqual(['1300 665 136', 'tel:1300665136']);
  });

  it('asks for a choice, and then records both reviews and the option in one go', async () => {
    const { calls } = renderCheckout(
      aCheckout(),
      {
        'PUT /v1/agreements/10231/flow': () => ({}),
        'POST /v1/agreements/10231/choose-option': () => ({}),
      },
      you,
    );
    await press('Continue');
    expect(screen.getByText('Please choose one.')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: /^Now/ }));
    await press('Continue');
    await heading('Is this you?');
    const changes = calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body]);
    expect(changes).toEqual([
      ['/v1/agreements/10231/flow', { reviewed: ['review-property', 'review-campaign', 'choose-option'] }],
      ['/v1/agreements/10231/choose-option', { financeOptionCode: 'pn' }],
    ]);
    expect(calls.find(({ path }) => path.endsWith('/choose-option'))?.headers.get('if-match')).toBe('"3"');
  });

  it('is the amount, where only one way is offered', async () => {
    renderCheckout(aCheckout({ choices: ['pn'] }));
    expect(await heading('Pay $4,200.00')).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('names the deposit of a buyer', () => {
    renderCheckout(aCheckout({ purpose: 'deposit', choices: ['pn'] }));
    expect(screen.getByText(/asks you to pay the deposit for the property that you are buying/)).toBeTruthy();
  });
});

describe('the history of the browser', () => {
  it('goes back to the question before, and forward again', async () => {
    renderCheckout(
      aCheckout(),
      {
        'PUT /v1/agreements/10231/flow': () => ({}),
        'POST /v1/agreements/10231/choose-option': () => ({}),
      },
      you,
    );
    await userEvent.click(screen.getByRole('radio', { name: /^Now/ }));
    await press('Continue');
    const question = await heading('Is this you?');
    expect(document.activeElement).toBe(question);
    expect(screen.getByText('Step 2 of 4')).toBeTruthy();
    act(() => history.back());
    await heading('How would you like to pay?');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Now/ }).checked).toBe(true);
  });

  it('does not show a question that has not come yet', async () => {
    history.replaceState(null, '', '/applications/10231#pay');
    renderCheckout(aCheckout());
    expect(await heading('How would you like to pay?')).toBeTruthy();
  });
});

describe('a call that fails', () => {
  it('keeps what was chosen, says what to do, and works when it is pressed again', async () => {
    let isDown = true;
    const down = () => {
      if (isDown) throw new TypeError('offline');
      return {};
    };
    renderCheckout(
      aCheckout(),
      {
        'PUT /v1/agreements/10231/flow': down,
        'POST /v1/agreements/10231/choose-option': () => ({}),
      },
      you,
    );
    await userEvent.click(screen.getByRole('radio', { name: /^Now/ }));
    await press('Continue');
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing that you typed is lost.');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Now/ }).checked).toBe(true);
    isDown = false;
    await press('Continue');
    expect(await heading('Is this you?')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is not repeated if only its answer was lost', async () => {
    let isDone = false;
    const { calls } = renderCheckout(
      aCheckout(),
      {
        'PUT /v1/agreements/10231/flow': () => ({}),
        'POST /v1/agreements/10231/choose-option': () => {
          isDone = true;
          throw new TypeError('offline');
        },
      },
      () => (isDone ? you() : aCheckout()),
    );
    await userEvent.click(screen.getByRole('radio', { name: /^Now/ }));
    await press('Continue');
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing that you typed is lost.');
    await press('Continue');
    expect(await heading('Is this you?')).toBeTruthy();
    expect(calls.filter(({ path }) => path.endsWith('/choose-option'))).toHaveLength(1);
  });

  it('is repeated with the version that the server has by now', async () => {
    let isDone = false;
    let version = 3;
    const { calls } = renderCheckout(
      aCheckout(),
      {
        'PUT /v1/agreements/10231/flow': () => {
          if (version === 4) return {};
          version = 4;
          throw new TypeError('offline');
        },
        'POST /v1/agreements/10231/choose-option': () => {
          isDone = true;
          return {};
        },
      },
      () => (isDone ? you() : { ...aCheckout(), version }),
    );
    await userEvent.click(screen.getByRole('radio', { name: /^Now/ }));
    await press('Continue');
    await screen.findByRole('alert');
    await press('Continue');
    expect(await heading('Is this you?')).toBeTruthy();
    expect(calls.find(({ path }) => path.endsWith('/choose-option'))?.headers.get('if-match')).toBe('"4"');
  });

  it('because somebody else was faster shows what they did', async () => {
    let isChosen = false;
    renderCheckout(
      aCheckout(),
      {
        'PUT /v1/agreements/10231/flow': () => ({}),
        'POST /v1/agreements/10231/choose-option': () => {
          isChosen = true;
          return problemResponse(412);
        },
      },
      () => (isChosen ? you() : aCheckout()),
    );
    await userEvent.click(screen.getByRole('radio', { name: /^Later/ }));
    await press('Continue');
    expect(await heading('Is this you?')).toBeTruthy();
  });

  it('with an expired token gets another one by the cookie, and is repeated', async () => {
    let asked = 0;
    const { calls } = renderCheckout(
      aCheckout(),
      {
        'PUT /v1/agreements/10231/flow': () => {
          asked += 1;
          return asked === 1 ? problemResponse(401) : {};
        },
        'POST /v1/agreements/10231/choose-option': () => ({}),
        'POST /v1/session/resume': () => ({ accessToken: 'access-2', refreshToken: 'x', expiresIn: 300 }),
      },
      you,
    );
    await userEvent.click(screen.getByRole('radio', { name: /^Now/ }));
    await press('Continue');
    await heading('Is this you?');
    expect(calls.find(({ path }) => path.endsWith('/resume'))?.body).toEqual({ signatoryId: 501, idleSeconds: 0 });
    expect(calls.at(-1)?.headers.get('authorization')).toBe('Bearer access-2');
  });

  it('because the link has ended shows the reason, and no button', async () => {
    const ended = () =>
      problemResponse(401, { type: '/problems/link-ended', displayText: 'This campaign has been cancelled.' });
    renderCheckout(aCheckout(), { 'PUT /v1/agreements/10231/flow': ended, 'POST /v1/session/resume': ended });
    await userEvent.click(screen.getByRole('radio', { name: /^Now/ }));
    await press('Continue');
    const told = await screen.findByRole('alert');
    expect(told.textContent).toContain('This campaign has been cancelled.');
    expect(main().queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  it('because the link has ended leaves nothing that asks for something', async () => {
    const ended = () => problemResponse(401, { type: '/problems/link-ended', displayText: 'It was declined.' });
    renderCheckout(
      { ...you(), status: 'waiting-info', statusReason: 'Please add a photo.' },
      {
        'PUT /v1/agreements/10231/flow': ended,
        'POST /v1/session/resume': ended,
      },
    );
    expect(screen.getByText(/Please add a photo\./)).toBeTruthy();
    await press('Yes, this is me');
    expect((await screen.findByRole('alert')).textContent).toContain('It was declined.');
    expect(screen.queryByText(/Please add a photo\./)).toBeNull();
    expect(screen.queryByRole('button', { name: 'See the details' })).toBeNull();
    expect(main().queryByRole('button')).toBeNull();
  });
});

describe('the terms', () => {
  const asked = (changed: Partial<SentCheckout> = {}) =>
    aCheckout({
      screen: 'terms',
      option: 'pl',
      path: ['choose', 'details', 'terms'],
      terms: terms(),
      flow: aFlow(['payer-details', 'agree-terms'], 'agree-terms'),
      ...changed,
    });

  it('need every tick, once, and are sent with their version', async () => {
    const { calls } = renderCheckout(asked(), { 'POST /v1/agreements/10231/submit-application': () => ({}) }, () =>
      aCheckout({ screen: 'submitted', option: 'pl', path: [] }),
    );
    await press('Submit application');
    expect(screen.getByText('Please tick every box.')).toBeTruthy();
    for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box);
    await press('Submit application');
    const panel = await heading('We have your application');
    expect(document.activeElement).toBe(panel);
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ termsVersion: terms().version });
  });

  it('that are read again before signing are kept with their version, and not submitted', async () => {
    const flow = aFlow(['review-agreement', 'review-terms', 'sign'], 'review-terms', { documentKey: 'key-1' });
    const { calls } = renderCheckout(asked({ status: 'approved', flow, path: ['agreement', 'terms', 'sign'] }), {
      'PUT /v1/agreements/10231/flow': () => ({}),
    });
    for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box);
    await press('I agree, continue');
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      reviewed: ['review-agreement', 'review-terms'],
      answers: { 'terms-read': terms().version },
      documentKey: 'key-1',
    });
  });
});

describe('somebody of the team who looks at the page', () => {
  it.each([
    [true, 'You see the page of Vera Vendor', 'Stop viewing'],
    [false, 'You see the page of Vera Vendor', null],
  ])('is named and can change nothing (admin: %s)', (isViewing, title, stop) => {
    renderCheckout(
      aCheckout({ reader: { name: 'Vera Vendor', openedBy: 'Mia Manager', isViewing, hasAccount: false } }),
    );
    expect(screen.getByText(title)).toBeTruthy();
    expect(screen.getByText(/Mia Manager/)).toBeTruthy();
    expect(main().getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Stop viewing' }) !== null).toBe(stop !== null);
  });
});

describe('the panels', () => {
  it('show the names and steps of the others, and follow them without a reload', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let step: SentCheckout['others'][number]['step'] = 'details';
    const waiting = () =>
      aCheckout({
        screen: 'waiting-others',
        option: 'pl',
        path: [],
        others: [{ name: 'Victor Vendor', step }],
        flow: aFlow([], null, { waitingFor: ['Victor Vendor'] }),
      });
    renderCheckout(waiting(), {}, waiting);
    expect(await heading("Thanks Vera! Now we're just waiting for Victor Vendor.")).toBeTruthy();
    expect(screen.getByText('is giving their details', { exact: false })).toBeTruthy();
    step = 'submitted';
    await act(() => vi.advanceTimersByTimeAsync(16_000));
    expect(await screen.findByText('has finished', { exact: false })).toBeTruthy();
  });

  it.each([
    [{ held: 100 }, 'We hold money of yours.'],
    [{ underRefund: 100 }, 'Your refund is on its way to your card.'],
  ])('of a cancelled campaign say what happens to its money: %j', (changed, text) => {
    const money = { ...aCheckout().money, ...changed };
    renderCheckout(aCheckout({ screen: 'cancelled', status: 'cancelled', path: [], money }));
    expect(screen.getByText(new RegExp(text))).toBeTruthy();
  });

  it('show the signature that was given', () => {
    const signatory = aSignatory({ signatureDate: '2026-11-16T20:00:00.000Z' });
    const signed = { screen: 'signed', status: 'signed', option: 'pl', signedDay: '2026-11-17' } as const;
    renderCheckout(aCheckout({ ...signed, path: [], flow: aFlow([], null, { signatory }) }));
    expect(screen.getByRole('figure', { name: 'Signature of Vera Vendor' }).textContent).toContain('17 November 2026');
  });
});

describe('the first paint', () => {
  it.each([
    ['the first question', aCheckout()],
    ['a paid campaign', aCheckout({ screen: 'paid', option: 'pn', path: [] })],
    ['the details', aCheckout({ screen: 'details', option: 'pl', path: ['choose', 'details', 'terms'] })],
    ['the terms', aCheckout({ screen: 'terms', option: 'pl', path: ['choose', 'details', 'terms'], terms: terms() })],
  ])('by the server is what the browser draws: %s', async (_, checkout) => {
    const { page } = renderCheckout(checkout);
    const root = document.createElement('div');
    document.body.append(root);
    root.innerHTML = renderOnServer(page);
    const drawn = root.textContent;
    const onRecoverableError = vi.fn();
    await act(async () => void hydrateRoot(root, <App page={page} />, { onRecoverableError }));
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(root.textContent).toBe(drawn);
    root.remove();
  });

  it('escapes what people typed', () => {
    const markup = renderOnServer({ ...renderCheckout(aCheckout()).page, checkout: aCheckout({ name: '<b>12</b>' }) });
    expect(markup).toContain('&lt;b&gt;12&lt;/b&gt;');
  });
});
