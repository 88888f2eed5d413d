import type { SentCheckout } from '@kerb/domain/checkout/checkout.contract.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aCheckout, renderCheckout } from '../../test/checkout.tsx';
import { problemResponse, type Seen } from '../../test/harness.tsx';
import { aFlow, aSignatory, type WireFlow, type WireSignatory } from '../../test/signing.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
});

const path = '/v1/agreements/10231';
const main = () => within(screen.getByRole('main'));
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const press = (name: string | RegExp) => userEvent.click(main().getByRole('button', { name }));
const pick = (name: string | RegExp) => userEvent.click(main().getByRole('radio', { name }));
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

const bodies = (calls: readonly Seen[], ends: string) =>
  calls.filter(({ path: to, method }) => to.endsWith(ends) && method !== 'GET').map(({ body }) => body);

// A signatory of its own in each test, because the page keeps what was typed by its id.
let serial = 900;
function asked(payer: Partial<WireSignatory> = {}, flow: Partial<WireFlow> = {}): SentCheckout {
  serial += 1;
  const signatory = aSignatory({ id: serial, applicationCodeDate: null, isLocked: true, ...payer });
  return aCheckout({
    screen: 'details',
    option: 'pl',
    path: ['choose', 'details', 'terms'],
    flow: aFlow(['review-property', 'payer-details', 'agree-terms'], 'payer-details', { signatory, ...flow }),
  });
}

async function answerAll() {
  fill('Date of birth', '31/3/1958');
  await press('Continue');
  await heading('Your work and home');
  await pick('I am retired');
  await pick('Yes');
  await press('Continue');
  await heading('Your mortgage');
  await pick('I am not sure');
  await press('Continue');
}

describe('a borrower’s details', () => {
  it('are typed first, then proved by one code, and saved only then', async () => {
    const first = asked();
    let checkout = first;
    const id = first.flow.signatory?.id;
    const prove = ({ body }: Seen) => {
      const { code } = body as { code?: string };
      if (code) {
        const signatory = {
          ...first.flow.signatory!,
          applicationCodeDate: '2026-11-17T00:00:00.000Z',
          isLocked: false,
        };
        checkout = { ...first, flow: { ...first.flow, signatory } };
      }
      return {};
    };
    const { calls } = renderCheckout(
      first,
      {
        [`PUT ${path}/flow`]: () => ({ lastUpdateDate: null }),
        [`POST /v1/signatories/${id}/verify-contact`]: prove,
        [`PUT /v1/signatories/${id}`]: () => ({}),
      },
      () => checkout,
    );
    await answerAll();
    await heading('Confirm that it is you');
    expect(screen.getByText(/six digits to 0412 345 678/)).toBeTruthy();
    await press('Send me a code');
    fill('Code', '12 34 56');
    await press('Confirm');
    await waitFor(() => expect(bodies(calls, `/signatories/${id}`)).toHaveLength(1));
    expect(bodies(calls, '/verify-contact')).toEqual([
      { contactMethod: 'phone' },
      { contactMethod: 'phone', code: '123456' },
    ]);
    expect(bodies(calls, `/signatories/${id}`)).toEqual([{ dateOfBirth: '1958-03-31', employmentType: 'retired' }]);
    expect(bodies(calls, '/flow').at(-1)).toEqual({ reviewed: ['review-property', 'payer-details'], answers: {} });
  });

  it('are checked before the next screen, and the first mistake gets the focus', async () => {
    renderCheckout(asked());
    await press('Continue');
    expect(screen.getByText('Please fill this in.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Date of birth')));
    for (const [typed, text] of [
      ['31/3/58', 'Write the date as day, month and year. For example 31/3/1958.'],
      ['31/2/1958', 'Write the date as day, month and year. For example 31/3/1958.'],
      ['1/1/2020', 'The date of birth must be between 17 and 120 years ago.'],
    ] as const) {
      fill('Date of birth', typed);
      await press('Continue');
      expect(screen.getByText(text), typed).toBeTruthy();
    }
  });

  it('are kept by the server a moment after they were typed, and no sealed one in the browser', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isDown = true;
    const { calls } = renderCheckout(asked(), {
      [`PUT ${path}/flow`]: () => {
        if (isDown) throw new TypeError('offline');
        return { lastUpdateDate: null };
      },
    });
    fill('First name', 'Verona');
    fill('Date of birth', '31/3/1958');
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText(/Keep this page open/)).toBeTruthy();
    expect(JSON.stringify(localStorage)).toContain('Verona');
    expect(JSON.stringify(localStorage)).not.toContain('1958');
    isDown = false;
    act(() => void window.dispatchEvent(new Event('online')));
    await screen.findByText(/You can go on later, on any device/);
    expect(bodies(calls, '/flow').at(-1)).toEqual({ answers: { firstName: 'Verona', dateOfBirth: '31/3/1958' } });
    expect(localStorage).toHaveLength(0);
  });

  it('go on with what another device has kept', () => {
    renderCheckout(asked({}, { answers: { dateOfBirth: '1958-03-31', firstName: 'Verona' } }));
    expect(screen.getByLabelText<HTMLInputElement>('Date of birth').value).toBe('31/03/1958');
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Verona');
  });

  it('that are stored are dots until a code, which is offered and not asked for', async () => {
    const stored = asked({
      maskedFields: ['dateOfBirth', 'employmentType'],
      applicationCodeDate: '2026-11-01T00:00:00.000Z',
    });
    const id = stored.flow.signatory?.id;
    const { calls } = renderCheckout(stored, {
      [`POST /v1/signatories/${id}/unlock`]: () => ({}),
    });
    expect(screen.getByLabelText<HTMLInputElement>('Date of birth').value).toBe('••••••');
    await userEvent.click(screen.getByRole('button', { name: 'Show my details' }));
    fill('Code', '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Show my details' }));
    await waitFor(() => expect(bodies(calls, '/unlock')).toEqual([{}, { code: '123456' }]));
    await press('Continue');
    expect(await heading('Your work and home')).toBeTruthy();
    expect(main().queryByRole('radio', { name: 'I am retired' })).toBeNull();
  });

  it('of a payer who has applied are locked until a code, and nothing says that they are hidden', async () => {
    const person = ['firstName', 'middleNames', 'surname'];
    const first = asked({
      submittedDate: '2026-11-05T00:00:00.000Z',
      applicationCodeDate: '2026-11-01T00:00:00.000Z',
      lockedFields: person,
      readOnlyFields: ['emailAddress', 'mobilePhone', ...person],
    });
    const { signatory } = first.flow;
    let checkout = first;
    const { calls } = renderCheckout(
      first,
      {
        [`POST /v1/signatories/${signatory?.id}/unlock`]: ({ body }) => {
          const { lockedFields: _, ...open } = { ...signatory!, isLocked: false, readOnlyFields: ['emailAddress'] };
          if ('code' in (body as object)) checkout = { ...first, flow: { ...first.flow, signatory: open } };
          return {};
        },
        [`PUT ${path}/flow`]: () => ({ lastUpdateDate: null }),
      },
      () => checkout,
    );
    expect(screen.getByLabelText<HTMLInputElement>('First name').readOnly).toBe(true);
    expect(screen.getAllByText('To change it, enter a code first.')).toHaveLength(person.length);
    expect(screen.getByText(/^Someone else may have your link\. Before you change your details/)).toBeTruthy();
    expect(screen.queryByText(/We hide/)).toBeNull();
    fill('Date of birth', '31/3/1958');
    await press('Change my details');
    fill('Code', '123456');
    await press('Change my details');
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('First name').readOnly).toBe(false));
    expect(bodies(calls, '/unlock')).toEqual([{}, { code: '123456' }]);
    expect(screen.getByLabelText<HTMLInputElement>('Date of birth').value).toBe('31/3/1958');
    expect(screen.queryByRole('button', { name: 'Change my details' })).toBeNull();
  });

  it('ask for a whole address, if the payer lives elsewhere', async () => {
    renderCheckout(asked());
    fill('Date of birth', '31/3/1958');
    await press('Continue');
    await heading('Your work and home');
    await pick('I am retired');
    await pick('No, somewhere else');
    await press('Continue');
    expect(screen.getAllByText('Please fill this in.')).toHaveLength(4);
    fill('Postcode', '25');
    await press('Continue');
    expect(screen.getAllByText('Please fill this in.')).toHaveLength(3);
  });

  it('that the server refuses have its message under the field', async () => {
    const first = asked({ applicationCodeDate: '2026-11-01T00:00:00.000Z', isLocked: false });
    const id = first.flow.signatory?.id;
    const message = 'Write the name in Latin letters.';
    renderCheckout(first, {
      [`PUT ${path}/flow`]: () => ({ lastUpdateDate: null }),
      [`PUT /v1/signatories/${id}`]: () =>
        problemResponse(400, { validation: { firstName: [{ type: 'notValid', message }] } }),
    });
    await answerAll();
    await heading('About you');
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('go back part by part with the browser’s Back', async () => {
    renderCheckout(asked());
    fill('Date of birth', '31/3/1958');
    await press('Continue');
    await heading('Your work and home');
    act(() => history.back());
    await heading('About you');
    expect(screen.getByLabelText<HTMLInputElement>('Date of birth').value).toBe('31/3/1958');
  });
});
