import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  campaign,
  campaignServer,
  loadCampaignScreen,
  sessions,
  type WireAgreement,
} from '../../../test/campaign-server.tsx';
import { renderApp, signedIn, usePage } from '../../../test/harness.tsx';

beforeAll(loadCampaignScreen);
beforeEach(() => usePage());

async function open(agreement: Partial<WireAgreement>) {
  await signedIn(campaignServer(campaign(agreement)).handlers);
  renderApp('/agencies/7/applications/10231', sessions.manager);
  await screen.findByRole('region', { name: 'Status' });
}

const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the index of a campaign’s page', () => {
  it('names every card in display order, and focuses the chosen one', async () => {
    await open({});
    const index = within(screen.getByRole('navigation', { name: 'On this page' }));
    const links = () => index.getAllByRole('link').map(({ textContent }) => textContent);
    // biome-ignore format: a list
    const titles = ['Campaign', 'Property', 'Contacts', 'Campaign Budget', 'Vendors', 'Vendor Payment Options Preview', 'Property Listing', 'Comments', 'History'];
    await waitFor(() => expect(links()).toEqual(titles));
    await userEvent.click(index.getByRole('link', { name: 'Vendors' }));
    expect(document.activeElement?.querySelector('h2')?.textContent).toBe('Vendors');
  });
});

describe('a finished card', () => {
  it('is folded to its outcome until somebody opens it', async () => {
    await open({ status: 'signed', financeOptionCode: 'pl', campaignFinanceSignatureDate: '2026-11-10' });
    const budget = await region('Campaign Budget');
    expect(budget.getByText('$4,200')).toBeTruthy();
    expect(budget.queryByText('Funding Request Date')).toBeNull();
    expect((await region('Pay Later Finance')).getByText(/^Signed on .*10 Nov/)).toBeTruthy();
    expect((await region('Vendors')).getByText('Everybody has signed')).toBeTruthy();
    await userEvent.click(budget.getByRole('button', { name: 'Show Campaign Budget' }));
    expect(await budget.findByText('Funding Request Date')).toBeTruthy();
    await userEvent.click(budget.getByRole('button', { name: 'Hide Campaign Budget' }));
    expect(budget.queryByText('Funding Request Date')).toBeNull();
  });

  it('is not folded while something is left to do', async () => {
    await open({ status: 'waiting-approval', financeOptionCode: 'pl' });
    await screen.findByText('vera@example.com');
    expect(screen.queryByRole('button', { name: /^Show / })).toBeNull();
  });
});
