import type { rateEndpoints } from '@kerb/domain/rates/rates.contract.ts';
import type { actEndpoints } from '@kerb/domain/second-person/acts.contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { problemResponse, renderApp, signedIn, usePage } from '../../../test/harness.tsx';

type WireAct = z.input<typeof actEndpoints.get.response>;
type WireRates = z.input<typeof rateEndpoints.get.response>;

const step = { date: '2026-11-01T02:00:00.000Z', user: { href: '/v1/users/99' }, userName: 'Olive Other' };
const interest = { name: 'payLaterInterest', label: 'Pay Later interest, a year', unit: 'percent' } as const;
const change = (id: number, state: 'coming' | 'begun', after: number): WireRates['changes'][number] => ({
  id,
  href: `/v1/rates/${id}`,
  from: state === 'coming' ? '2027-01-01' : '2026-06-01',
  state,
  rates: [{ ...interest, before: 14.5, after }],
  reason: 'The bank raised its rate',
  asked: step,
  confirmed: { ...step, userName: 'Ada Second' },
  withdrawn: null,
});
const view: WireRates = {
  today: '2026-11-17',
  rates: [{ ...interest, value: 15 }],
  changes: [change(2, 'coming', 16), change(1, 'begun', 15)],
};

async function show(answers: Parameters<typeof signedIn>[0] = {}) {
  const calls = await signedIn({
    'GET /v1/rates': () => view,
    'GET /v1/pending-acts': () => ({ items: [], totalItems: 0 }),
    'POST /v1/rates/preview': () => ({
      from: '2027-02-01',
      rates: [{ ...interest, before: 16, after: 17 }],
      following: 1,
      keeping: 20,
    }),
    'POST /v1/rates': () => view,
    'POST /v1/rates/2/withdraw': () => view,
    ...answers,
  });
  renderApp('/admin/rates');
  await screen.findByRole('list', { name: 'Coming' });
  return { calls, user: userEvent.setup() };
}

beforeEach(() => usePage());

describe('the rates and fees', () => {
  it('show those of today, those that come and the history', async () => {
    await show();
    expect(screen.getByText('15.00%')).toBeTruthy();
    expect(screen.getByRole('list', { name: 'Coming' }).textContent).toContain('14.50% → 16.00%');
    expect(screen.getByRole('list', { name: 'History' }).textContent).toContain('confirmed by Ada Second');
  });

  it('list the requests for rates that wait, and no others', async () => {
    const act: WireAct = {
      id: 7,
      href: '/v1/pending-acts/7',
      kind: 'rate',
      subject: { href: '/v1/rates', name: 'the rates from 1 February 2027' },
      changes: [],
      reason: 'The bank raised its rate',
      asked: step,
      expiryDate: '2026-11-22T02:00:00.000Z',
      isOwn: false,
      refusal: null,
      outcome: null,
      decided: null,
      note: null,
    };
    const other: WireAct = {
      ...act,
      id: 8,
      kind: 'make-admin',
      subject: { href: '/v1/users/12', name: 'Eli Employee' },
    };
    await show({ 'GET /v1/pending-acts': () => ({ items: [act, other], totalItems: 2 }) });
    const waiting = await screen.findByRole('list', { name: 'Waiting for a second person' });
    expect(within(waiting).getAllByRole('listitem')).toHaveLength(1);
    expect(waiting.textContent).toContain('the rates from 1 February 2027');
  });

  it('are previewed before a second admin is asked', async () => {
    const { calls, user } = await show();
    await user.click(screen.getByRole('button', { name: 'Change Rates' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^From/), '2027-02-01');
    await user.type(dialog.getByLabelText('Pay Later interest, a year'), '17');
    await user.type(dialog.getByLabelText(/^Reason/), 'Again');
    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    expect((await dialog.findByRole('status')).textContent).toContain('16.00% → 17.00%');
    expect(dialog.getByRole('status').textContent).toContain('20 campaigns that were quoted keep their own');
    await user.click(dialog.getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.find(({ method, path }) => method === 'POST' && path === '/v1/rates')?.body).toEqual({
      from: '2027-02-01',
      values: [{ name: 'payLaterInterest', value: 17 }],
      reason: 'Again',
    });
  });

  it('show a refusal under its field', async () => {
    const { user } = await show({
      'POST /v1/rates/preview': () =>
        problemResponse(400, {
          validation: { from: [{ type: 'notValid', message: 'Choose a day after today, at most two years ahead.' }] },
        }),
    });
    await user.click(screen.getByRole('button', { name: 'Change Rates' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^From/), '2026-01-01');
    await user.type(dialog.getByLabelText('Pay Later interest, a year'), '17');
    await user.click(dialog.getByRole('button', { name: 'Preview' }));
    expect(await dialog.findByText('Choose a day after today, at most two years ahead.')).toBeTruthy();
  });
});
