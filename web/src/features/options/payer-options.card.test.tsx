import { PayerOptionsCard } from '@kerb/web/features/options/payer-options.card.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  campaign,
  campaignServer,
  renderCards,
  sessions,
  versioned,
  type WireAgreement,
} from '../../../test/campaign-server.tsx';
import { signedIn, usePage } from '../../../test/harness.tsx';
import { offered, options } from '../../../test/options.ts';

beforeEach(() => usePage());

async function show(agreement: Partial<WireAgreement> = {}, more: object = {}) {
  const server = campaignServer(campaign({ status: 'waiting-invite', ...agreement }));
  const items = [offered('pn'), offered('pos'), offered('pl')];
  Object.assign(server.state, { options: { ...options({ items, ...more }), available: undefined } });
  const choose = 'POST /v1/agreements/10231/choose-option';
  const calls = await signedIn({
    ...server.handlers,
    [choose]: ({ body }) => {
      const { financeOptionCode } = body as { financeOptionCode: 'pn' | 'pos' | 'pl' };
      server.state.agreement = { ...server.state.agreement, financeOptionCode };
      server.state.options = { ...server.state.options, chosen: financeOptionCode };
      return versioned(server.state.agreement, 4);
    },
  });
  renderCards((record) => <PayerOptionsCard record={record} />, sessions.vendor);
  return { calls, server };
}

describe("the payer's payment options", () => {
  it('stay as chosen once money was received, and say whom to call', async () => {
    await show({ status: 'waiting-approval', financeOptionCode: 'pn', hasMoney: true }, { chosen: 'pn' });
    expect(await screen.findByText(/Money has been received.*please call Harbour Estate or us on/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Choose/ })).toBeNull();
    expect(screen.queryByText(/You can change this until/)).toBeNull();
    expect(screen.getByText(/in all\. What is still to pay is under ‘Payment’\./)).toBeTruthy();
    expect(screen.queryByText(/today by bank transfer/)).toBeNull();
    expect(screen.queryByText('Compare every way of paying')).toBeNull();
  });

  it('are shown with amounts and days before anything is asked', async () => {
    await show();
    const items = await screen.findAllByRole('listitem');
    expect(items.slice(0, 3).map((item) => item.querySelector('p')?.textContent)).toEqual([
      '$4,200 today by bank transfer, or up to $4,233.60 by card',
      '$4,704 in total: $504 now, the rest when it sells',
      '$4,765.16 estimated if your sale takes 90 days, repaid on Mon 1 Mar 2027',
    ]);
    expect(screen.queryByText(/You have chosen/)).toBeNull();
  });

  it('can be chosen, and changed until the approval', async () => {
    const { calls } = await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Choose Pay Later' }));
    expect(await screen.findByText(/You have chosen Pay Later. You can change this/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Choose Pay Later' })).toBeNull();
    expect(screen.getByText('Your choice')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Choose Pay Upfront' }));
    expect(await screen.findByText(/You have chosen Pay Upfront/)).toBeTruthy();
    const sent = calls.filter(({ method }) => method === 'POST');
    expect(sent.map(({ body, headers }) => [body, headers.get('if-match')])).toEqual([
      [{ financeOptionCode: 'pl' }, '"3"'],
      [{ financeOptionCode: 'pn' }, expect.any(String)],
    ]);
  });

  it('can be compared in one table', async () => {
    await show();
    await userEvent.click(await screen.findByText('Compare every way of paying'));
    const table = screen.getByRole('table', { name: 'What each way of paying costs' });
    expect(within(table).getAllByRole('rowheader').length).toBeGreaterThan(4);
  });

  it('show a message if nothing is offered', async () => {
    await show({}, { items: [] });
    expect(await screen.findByText('Harbour Estate has not offered a way to pay yet.')).toBeTruthy();
  });

  it('need no choice if only Pay Upfront is offered', async () => {
    await show({}, { items: [offered('pn')] });
    expect(await screen.findByRole('heading', { name: 'Pay Upfront' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Choose Pay Upfront' })).toBeNull();
  });

  it('do not say that the only option can be changed', async () => {
    await show({ financeOptionCode: 'pn' }, { items: [offered('pn')], chosen: 'pn' });
    expect(await screen.findByText('You have chosen Pay Upfront.')).toBeTruthy();
    expect(screen.queryByText(/You can change this/)).toBeNull();
  });

  it('omit options for which the budget is too small', async () => {
    await show({ campaignBudget: 999.99 });
    expect(await screen.findByRole('button', { name: 'Choose Pay Upfront' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Choose Pay Later' })).toBeNull();
  });
});
