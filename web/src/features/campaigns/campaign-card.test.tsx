import type { Session } from '@kerb/domain/session/session.contract.ts';
import { currentToasts } from '@kerb/web/design/toasts.ts';
import { setServerNow } from '@kerb/web/platform/clock.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { agent, problemResponse, renderApp, signedIn, usePage } from '../../../test/harness.tsx';
import { aCampaign, aRow, aTenant, pageOfRows, type WireRow } from '../../../test/lists.ts';

type Shown = { row: Partial<WireRow>; tenant?: object; save?: () => object; session?: Session };

/** Renders the card of one campaign, on the Referrals screen. */
async function showCard({ row, tenant = {}, save = () => aCampaign(), session = agent }: Shown) {
  const rows = [aRow(row)];
  const calls = await signedIn({
    'GET /v1/agreements': () => pageOfRows(...rows),
    'GET /v1/tenants/7': () => aTenant(tenant),
    'GET /v1/tenants/7/users': () => ({ items: [] }),
    'PUT /v1/agreements/10231': () => {
      const answer = save();
      if (!(answer instanceof Response)) rows[0] = { ...rows[0]!, actionSuggested: false };
      return answer;
    },
  });
  renderApp('/agencies/7/applications', session);
  const card = await screen.findByRole('article', { name: '12 Wattle St, Yass' });
  return { calls, card, user: userEvent.setup() };
}

const texts = async (row: Partial<WireRow>) => {
  const { card } = await showCard({ row });
  return card.textContent;
};

beforeEach(() => {
  usePage();
  setServerNow('2026-11-15T02:00:00.000Z');
});

describe('a campaign card', () => {
  it('shows number, status, option, budget, date and agent', async () => {
    const { card } = await showCard({ row: { campaignBudgetFundsPurpose: 'deposit' } });
    expect(within(card).getByRole('link').getAttribute('href')).toBe('/agencies/7/applications/10231');
    for (const text of ['12 Wattle St, Yass', 'DAU10231', 'Live', 'Pay Later', '$4,200', 'Mia Manager']) {
      expect(within(card).getByText(text)).toBeTruthy();
    }
    expect(within(card).getByText('Funding Request Date').nextSibling?.textContent).toBe('3 Nov 2026');
  });

  it('reads Paid once it is paid upfront, because nobody has to sign', async () => {
    const text = await texts({ status: 'approved', financeOptionCode: 'pn', paymentState: 'paid' });
    expect(text).toContain('Paid');
    expect(text).not.toContain('Awaiting Signature');
  });

  it('counts the days to settlement in the organisation’s time zone', async () => {
    // Already the 16th in Sydney, still the 15th in Perth.
    setServerNow('2026-11-15T14:00:00.000Z');
    const row = { propertySettlementDate: '2026-11-20' } as const;
    expect(await texts({ ...row, tenantTimeZone: 'Australia/Perth' })).toContain('5 days to settlement');
    cleanup();
    expect(await texts({ ...row, tenantTimeZone: 'Australia/Sydney' })).toContain('4 days to settlement');
  });

  // biome-ignore format: a table
  it.each([
    [{ propertyWithdrawnFromSaleDate: '2026-11-09', propertySettlementDate: '2026-12-01' }, 'Withdrawn Date',  '9 Nov 2026' ],
    [{ propertySettlementDate: '2026-12-01', auctionDate: '2026-11-21' },                   'Settlement Date', '1 Dec 2026' ],
    [{ auctionDate: '2026-11-21' },                                                         'Auction Date',    '21 Nov 2026'],
    [{ campaignPlannedStartDate: null },                                                    'Last Updated',    '2 Nov 2026' ],
  ])('of %j shows its %s', async (row, label, date) => {
    const { card } = await showCard({ row });
    expect(within(card).getByText(label).nextSibling?.textContent).toBe(date);
  });

  // biome-ignore format: a table
  it.each([
    [{ propertySettlementDate: '2026-12-15' },                                                    '30 days to settlement'  ],
    [{ propertySettlementDate: '2026-11-10' },                                                    '5 days past settlement' ],
    [{ status: 'waiting-approval', applicationSubmitDate: '2026-11-12T00:00:00.000Z' },           '3 days since submission'],
    [{ financeOptionCode: 'pn', status: 'waiting-approval' },                                     'Awaiting Payment'       ],
    [{ financeOptionCode: 'pn', paymentWay: 'credit-card' },                                      'Awaiting Credit Card'   ],
    [{ financeOptionCode: 'pn', paymentWay: 'bank-transfer', paymentState: 'paid' },               'Paid by Bank Transfer'  ],
    [{ financeOptionCode: 'pos', paymentState: 'paid' },                                     'POS Fee Paid'           ],
  ] as const)('of %j has the badge %s', async (row, badge) => {
    const { card } = await showCard({ row });
    expect(within(card).getByText(badge)).toBeTruthy();
  });

  it('has no badge if none applies', async () => {
    expect(await texts({ status: 'draft', financeOptionCode: null })).not.toMatch(/day|Awaiting|Paid/);
  });
});

describe('a suggested action', () => {
  it.each([
    ['agency', 'Agent Action Suggested'],
    ['supplier', 'Stylist Action Suggested'],
    ['financial', 'Stylist Action Suggested'],
  ])('in an organisation of type %s reads %s', async (type, label) => {
    const { card } = await showCard({ row: { actionSuggested: true }, tenant: { type } });
    expect(await within(card).findByText(label)).toBeTruthy();
  });

  it('is marked done on the card, and the focus moves to the card', async () => {
    const { card, calls, user } = await showCard({ row: { actionSuggested: true } });
    const done = within(card).getByRole('button', { name: 'Mark done' });
    done.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Done')).toBeTruthy();
    await waitFor(() => expect(within(card).queryByText(/Action Suggested/)).toBeNull());
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ actionSuggested: false });
    expect(document.activeElement).toBe(within(card).getByRole('link'));
  });

  it('stays, and shows why, if it cannot be marked done', async () => {
    const save = () => problemResponse(409, { displayText: 'Someone else has changed this campaign.' });
    const { card, user } = await showCard({ row: { actionSuggested: true }, save });
    const done = within(card).getByRole('button', { name: 'Mark done' });
    await user.click(done);
    await waitFor(() => expect(currentToasts.get()).toMatchObject([{ tone: 'error' }]));
    expect(within(card).getByText('Agent Action Suggested')).toBeTruthy();
    expect(document.activeElement).toBe(done);
  });

  it('is absent if none is suggested', async () => {
    const { card } = await showCard({ row: { actionSuggested: false } });
    expect(within(card).queryByRole('button')).toBeNull();
  });
});
