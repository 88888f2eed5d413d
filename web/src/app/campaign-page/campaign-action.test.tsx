import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  actionLoaded,
  campaign,
  campaignServer,
  loadCampaignScreen,
  sessions,
  vera,
  victor,
  type WireAgreement,
  type WirePayer,
} from '../../../test/campaign-server.tsx';
import { renderApp, signedIn, usePage } from '../../../test/harness.tsx';
import { offered, options } from '../../../test/options.ts';

beforeAll(loadCampaignScreen);
beforeEach(() => usePage());

type Who = Exclude<keyof typeof sessions, 'vendor'>;

async function open(who: Who, agreement: Partial<WireAgreement>, payers?: WirePayer[]) {
  const server = campaignServer(campaign(agreement), payers);
  Object.assign(server.state, { options: options({ items: [offered('pl')], chosen: 'pl' }) });
  const calls = await signedIn(server.handlers);
  const router = renderApp('/agencies/7/applications/10231', sessions[who]);
  const status = within(await screen.findByRole('region', { name: 'Status' }));
  return { ...server, calls, router, status };
}

type Opened = Awaited<ReturnType<typeof open>>;
const primary = ({ status }: Opened, name: string) => status.findByRole<HTMLButtonElement>('button', { name });

const submitted = {
  status: 'waiting-approval',
  financeOptionCode: 'pl',
  serviceFee: 550,
  interestRate: 14.5,
  comparisonRate: 36.81,
  sellingPriceMin: 900_000,
  sellingPriceMax: 1_100_000,
} as const;

describe('the primary action of a campaign', () => {
  it('sends a draft to all its payers, after their messages were shown', async () => {
    const page = await open('manager', {}, [vera(), victor()]);
    page.handlers['POST /v2/campaigns/10231/send-campaign'] = () => ({
      successCount: 2,
      failureCount: 0,
      validation: {},
    });
    await userEvent.click(await primary(page, 'Send to 2 vendors'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Check the messages' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Send to 2 payers' }));
    const isSent = ({ path }: { path: string }) => path.endsWith('/send-campaign');
    await waitFor(() => expect(page.calls.find(isSent)?.body).toEqual({ vendorIds: [501, 502] }));
  });

  it('lists what is missing before sending, and leads to each field', async () => {
    const page = await open('employee', { campaignBudget: null, campaignPlannedStartDate: null }, []);
    expect((await primary(page, 'Send to vendor')).disabled).toBe(true);
    expect(page.status.getByText('3 things are missing:')).toBeTruthy();
    await userEvent.click(page.status.getByRole('button', { name: 'Enter the Marketing Budget' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Campaign Budget' }));
    await userEvent.click(page.status.getByRole('button', { name: 'Enter the Funding Request Date' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Funding Request Date'));
    await userEvent.click(page.status.getByRole('button', { name: 'Add a payer' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add payer' }));
  });

  it('reminds the payers who have not opened their link', async () => {
    const sent = { sentDate: '2026-11-01T00:00:00.000Z', delivery: 'accepted', mayBeNudged: true } as const;
    const page = await open('employee', { status: 'waiting-invite' }, [
      vera(sent),
      victor({ ...sent, mayBeNudged: false }),
    ]);
    page.handlers['POST /v2/campaigns/10231/nudge-payers'] = () => ({
      successCount: 1,
      failureCount: 0,
      validation: {},
    });
    await userEvent.click(await primary(page, 'Remind vendor'));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: /^(Send|Remind)/ }));
    const isNudge = ({ path }: { path: string }) => path.endsWith('/nudge-payers');
    await waitFor(() => expect(page.calls.find(isNudge)?.body).toEqual({ vendorIds: [501] }));
  });

  it('approves from the sidebar once nothing is missing', async () => {
    const page = await open('admin', submitted);
    await waitFor(async () => expect((await primary(page, 'Approve')).disabled).toBe(false));
    await userEvent.click(await primary(page, 'Approve'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve this application?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
    const isMove = ({ path }: { path: string }) => path.endsWith('/set-status');
    await waitFor(() => expect(page.calls.find(isMove)?.body).toEqual({ status: 'approved' }));
  });

  it('opens the finance card at the field that is missing, and waits until it is saved', async () => {
    const page = await open('admin', { ...submitted, serviceFee: null });
    await userEvent.click(await page.status.findByRole('button', { name: 'Change the service fee' }));
    await screen.findByRole('form', { name: 'Pay Later' });
    expect(await page.status.findByRole('button', { name: 'Save or close the card' })).toBeTruthy();
    expect((await primary(page, 'Approve')).disabled).toBe(true);
  });

  it('says why another admin must approve', async () => {
    const page = await open('admin', submitted, [vera({ contactsEnteredByYou: true })]);
    expect(await page.status.findByText(/Another admin must approve it\.$/)).toBeTruthy();
    expect((await primary(page, 'Approve')).disabled).toBe(true);
  });

  it('leads an admin from signed funds to the batches', async () => {
    const page = await open('admin', { status: 'signed', financeOptionCode: 'pl', fundsState: 'kept' });
    await userEvent.click(await primary(page, 'Add to a batch'));
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/batch-payments'));
  });

  it.each([
    ['manager', 'agency', 'Record settlement'],
    ['employee', 'supplier', null],
  ] as const)('of a live loan is for an %s of an %s: %s', async (who, tenantType, name) => {
    const page = await open(who, { status: 'executed', financeOptionCode: 'pl', tenantType });
    await actionLoaded();
    const shown = page.status.queryAllByRole('button').map((button) => button.ariaLabel ?? button.textContent);
    expect(shown).toEqual(name ? [name, 'More actions'] : ['More actions']);
  });

  it('stays at the foot of a phone', async () => {
    const wide = window.matchMedia;
    window.matchMedia = (query: string) => ({ ...wide(query), matches: query.includes('max-width: 47.99em') });
    try {
      const page = await open('manager', {});
      const button = await screen.findByRole('button', { name: 'Send to vendor' });
      expect(page.status.queryByRole('button', { name: 'Send to vendor' })).toBeNull();
      expect(button.closest('[class*="foot"]')).toBeTruthy();
    } finally {
      window.matchMedia = wide;
    }
  });
});
