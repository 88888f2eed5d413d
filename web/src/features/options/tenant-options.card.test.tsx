import type { Session } from '@kerb/domain/session/session.contract.ts';
import { currentToasts } from '@kerb/web/design/toasts.ts';
import { TenantOptionsCard } from '@kerb/web/features/options/tenant-options.card.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectsAnAmount } from '../../../test/amount-fields.ts';
import { fill } from '../../../test/campaign-server.tsx';
import { admin, agent, problemResponse, renderPart, type Seen, signedIn, usePage } from '../../../test/harness.tsx';

type Handlers = Parameters<typeof signedIn>[0];

const option = (optionCode: string, change: object = {}) => ({
  optionCode,
  active: true,
  enabled: true,
  offeredByDefault: true,
  budgetOwnerFee: null,
  budgetOwnerFeeName: null,
  serviceFeePercent: null,
  interestRate: null,
  interestFreeOffered: false,
  interestFreeDays: null,
  interestFreeOfferExpiryDate: null,
  ...change,
});

async function show(session: Session, payLater: object = {}, all: object = {}, more: Handlers = {}) {
  const items = [option('pn', all), option('pos', all), option('pl', { ...all, ...payLater })];
  const calls = await signedIn({
    'GET /v1/tenants/7/finance-options': () => ({ items }),
    'PUT /v1/tenants/7/finance-options/pl': () => ({ items }),
    'PUT /v1/tenants/7/finance-options/pos': () => ({ items }),
    ...more,
  });
  renderPart(<TenantOptionsCard tenantId={7} />, session);
  await screen.findByRole('region', { name: 'Pay Later' });
  return { calls, user: userEvent.setup() };
}
const sent = (calls: Seen[]) => calls.find(({ method }) => method === 'PUT');

beforeEach(() => usePage());

describe('the payment options card', () => {
  it('lets an admin activate each of the three', async () => {
    const { calls, user } = await show(admin);
    expect(screen.getAllByRole('switch', { name: / active$/ })).toHaveLength(3);
    await user.click(screen.getByRole('switch', { name: 'Pay On Success active' }));
    await waitFor(() =>
      expect(sent(calls)).toMatchObject({ path: '/v1/tenants/7/finance-options/pos', body: { active: false } }),
    );
  });

  it('returns a refused switch to what the server has', async () => {
    const refused = () => problemResponse(500, { displayText: 'It could not be saved.' });
    const { calls, user } = await show(admin, {}, {}, { 'PUT /v1/tenants/7/finance-options/pos': refused });
    const isOn = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name }).checked;
    for (const name of ['Pay On Success active', 'Pay On Success enabled']) {
      currentToasts.set([]);
      await user.click(screen.getByRole('switch', { name }));
      await waitFor(() => expect(currentToasts.get().map(({ tone }) => tone)).toEqual(['error']));
      expect(isOn(name)).toBe(true);
    }
    expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(2);
  });

  it('lets a manager enable all except Pay On Success, and says how to change the rest', async () => {
    const { user } = await show(agent);
    expect(screen.queryByRole('switch', { name: / active$/ })).toBeNull();
    expect(screen.getAllByRole('switch').map((each) => each.closest('label')?.textContent)).toEqual([
      'Pay Upfront enabled',
      'Pay Later enabled',
    ]);
    await user.click(screen.getByRole('button', { name: 'How to change this' }));
    expect(screen.getByRole('dialog').textContent).toContain('Contact support on 1300 665 136 to request a change.');
  });

  it('keeps fees and rates that cannot be read, and saves nothing', async () => {
    const { calls, user } = await show(admin);
    await user.click(screen.getByRole('switch', { name: 'Custom Pay Later fees' }));
    const form = within(screen.getByRole('form', { name: 'Custom Pay Later fees' }));
    await expectsAnAmount(form.getByLabelText('Budget owner fee'));
    await user.clear(form.getByLabelText('Budget owner fee'));
    await user.type(form.getByLabelText('Interest rate (%)'), '1,5');
    await user.click(form.getByRole('button', { name: 'Save fees' }));
    expect(await form.findByText('Enter a number.')).toBeTruthy();
    expect(sent(calls)).toBeUndefined();
  });

  it('says so if none is active', async () => {
    await show(agent, {}, { active: false });
    expect(screen.getByRole('status').textContent).toContain('No payment option is active.');
  });

  it('sends a percentage as a fraction, and computes the comparison rate and the fee', async () => {
    const { calls, user } = await show(admin);
    await user.click(screen.getByRole('switch', { name: 'Custom Pay Later fees' }));
    const form = within(screen.getByRole('form', { name: 'Custom Pay Later fees' }));
    expect(form.getByText('36.80%')).toBeTruthy();
    expect(form.getByText('$55.00')).toBeTruthy();
    await user.type(form.getByLabelText('Pay Later Fee (%)'), '4.75');
    expect(form.getByText('$47.50')).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Save fees' }));
    await waitFor(() => expect(sent(calls)?.body).toMatchObject({ serviceFeePercent: 0.0475, interestRate: null }));
  });

  it('shows existing fees with one decimal, and removes them by its switch', async () => {
    const { calls, user } = await show(admin, { serviceFeePercent: 0.05 });
    expect(screen.getByLabelText<HTMLInputElement>('Pay Later Fee (%)').value).toBe('5.0');
    await user.click(screen.getByRole('switch', { name: 'Custom Pay Later fees' }));
    await waitFor(() => expect(sent(calls)?.body).toMatchObject({ serviceFeePercent: null, budgetOwnerFee: null }));
  });

  it('switches the interest-free offer, and accepts 1 to 120 days', async () => {
    const offer = { interestFreeOffered: true, interestFreeDays: 90, interestFreeOfferExpiryDate: '2026-12-15' };
    const { calls, user } = await show(admin, offer);
    const days = screen.getByLabelText('Interest free days');
    await user.clear(days);
    await user.type(days, '121');
    await user.click(screen.getByRole('button', { name: 'Save offer' }));
    expect(await screen.findByText('Enter 120 or less.')).toBeTruthy();
    for (const text of ['1e1', '30 days', '4.5']) {
      fill(days, text);
      await user.click(screen.getByRole('button', { name: 'Save offer' }));
      expect(await screen.findByText('Enter a number.')).toBeTruthy();
      expect((days as HTMLInputElement).value).toBe(text);
    }
    expect(sent(calls)).toBeUndefined();
    await user.click(screen.getByRole('switch', { name: 'Interest-free offer' }));
    await waitFor(() => expect(sent(calls)?.body).toEqual({ interestFreeOffered: false }));
  });
});
