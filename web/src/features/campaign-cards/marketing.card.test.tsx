import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { MarketingCard } from '@kerb/web/features/campaign-cards/marketing.card.tsx';
import { openDialog } from '@kerb/web/platform/dialogs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectsAnAmount } from '../../../test/amount-fields.ts';
import { campaign, campaignServer, fill, renderCards, sessions } from '../../../test/campaign-server.tsx';
import { type Seen, signedIn, usePage } from '../../../test/harness.tsx';

beforeEach(() => usePage());

async function open(who: 'admin' | 'manager' | 'employee', server = campaignServer(campaign())) {
  const calls = await signedIn(server.handlers);
  renderCards((record) => <MarketingCard record={record} standing={who} />, sessions[who]);
  return { ...server, calls };
}

const budget = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Campaign Budget' });
const saves = (calls: Seen[]) => calls.filter(({ method }) => method === 'PUT');
const openIn = ['rejected', 'draft', 'waiting-invite', 'waiting-info'];

describe('the marketing card', () => {
  it('saves an amount typed with dollar sign and commas', async () => {
    const { calls } = await open('employee');
    expect((await budget()).value).toBe('4,200');
    fill(await budget(), '$15,250.50');
    expect((await budget()).value).toBe('15,250.50');
    fill(screen.getByLabelText('Funding Request Date'), '2026-12-24');
    fill(screen.getByLabelText('Budget Description'), ' Photos and a board ');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(saves(calls)[0]?.body).toEqual({
      campaignBudget: 15250.5,
      campaignPlannedStartDate: '2026-12-24',
      campaignBudgetDescription: 'Photos and a board',
    });
    expect(saves(calls)[0]?.headers.get('if-match')).toBe('"3"');
  });

  it('keeps a budget that cannot be read, and saves nothing', async () => {
    const { calls } = await open('employee');
    await expectsAnAmount(await budget());
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(saves(calls)).toEqual([]);
  });

  it.each(agreementStatuses)(
    'is editable by the team while %s only if that status allows it, and otherwise plain text',
    async (status) => {
      await open('manager', campaignServer(campaign({ status, campaignBudgetDescription: 'Photos' })));
      const card = within(await screen.findByRole('region', { name: 'Campaign Budget' }));
      expect(card.queryByRole('textbox', { name: 'Campaign Budget' }) !== null).toBe(openIn.includes(status));
      expect(card.queryByText('$4,200') !== null).toBe(!openIn.includes(status));
      expect(card.queryByRole('checkbox', { name: 'Fund Manually' })).toBeNull();
    },
  );

  it.each(agreementStatuses)('lets an admin choose to fund manually while %s', async (status) => {
    const { calls } = await open('admin', campaignServer(campaign({ status, fundManually: false })));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Fund Manually' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves(calls)[0]?.body).toEqual({ fundManually: true }));
  });

  it('keeps its date and description, and not its budget, once money was received', async () => {
    const received = campaign({ status: 'waiting-info', hasMoney: true, campaignBudget: 1000 });
    await open('manager', campaignServer(received));
    const card = within(await screen.findByRole('region', { name: 'Campaign Budget' }));
    expect(card.queryByRole('textbox', { name: 'Campaign Budget' })).toBeNull();
    expect(card.getByText('$1,000')).toBeTruthy();
    expect(card.getByLabelText('Funding Request Date')).toBeTruthy();
    expect(card.getByText(/Money has been received.*please call us on/)).toBeTruthy();
    expect(card.queryByRole('button', { name: 'Change after payment' })).toBeNull();
  });

  it.each(['waiting-info', 'approved'] as const)('opens the step for an admin while %s', async (status) => {
    await open('admin', campaignServer(campaign({ status, hasMoney: true })));
    await userEvent.click(await screen.findByRole('button', { name: 'Change after payment' }));
    expect(openDialog.get()).toEqual({ name: 'change-after-payment', agreementId: 10231 });
  });

  it('is named after the deposit if the campaign is one', async () => {
    await open('manager', campaignServer(campaign({ campaignBudgetFundsPurpose: 'deposit' })));
    expect(await screen.findByRole('region', { name: 'Deposit Amount' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Buyer Deposit Documentation' })).toBeTruthy();
  });

  it('is about the vendor’s budget otherwise', async () => {
    await open('manager');
    expect(await screen.findByRole('heading', { name: 'Vendor Campaign Budget Information' })).toBeTruthy();
  });
});

describe('a budget that a payer may be reading', () => {
  it('cannot be emptied: the field says so before anything is sent', async () => {
    const { calls } = await open('manager', campaignServer(campaign({ status: 'waiting-invite' })));
    fill(await budget(), '');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Marketing Budget is required once the campaign has been sent.')).toBeTruthy();
    expect(saves(calls)).toEqual([]);
  });

  it('can be emptied in a draft', async () => {
    const { calls } = await open('manager');
    fill(await budget(), '');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saves(calls)[0]?.body).toEqual({ campaignBudget: null }));
  });
});
