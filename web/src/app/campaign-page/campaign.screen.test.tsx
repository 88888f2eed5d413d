import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { payersAddress } from '@kerb/web/app/campaign-page/to-payers-page.tsx';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  actionLoaded,
  campaign,
  campaignServer,
  chooseMove,
  fill,
  loadCampaignScreen,
  sessions,
  vera,
  victor,
  type WireAgreement,
} from '../../../test/campaign-server.tsx';
import { problemResponse, renderApp, signedIn, usePage } from '../../../test/harness.tsx';
import { aFlow } from '../../../test/signing.ts';

beforeAll(loadCampaignScreen);
beforeEach(() => usePage());

const staffPath = '/agencies/7/applications/10231';
const vendorPath = '/applications/10231';
const staffNotFound = "That campaign could not be found or you don't have access to it.";
const notFoundText = {
  admin: staffNotFound,
  manager: staffNotFound,
  employee: staffNotFound,
  vendor: "Sorry, you don't have access to this page.",
};

type Who = keyof typeof sessions;

async function open(who: Who, agreement: WireAgreement, path = who === 'vendor' ? vendorPath : staffPath) {
  const server = campaignServer(agreement);
  const calls = await signedIn(server.handlers);
  const router = renderApp(path, sessions[who]);
  await screen.findByRole('heading', { level: 1, name: agreement.name });
  return { ...server, calls, router };
}

const buttonsOf = (element: HTMLElement): string[] =>
  within(element)
    .queryAllByRole('button')
    .map((button) => button.textContent ?? '');

const region = (name: string) => screen.findByRole('region', { name });

/** The primary action, and the entries of the menu beside it. */
async function offered(): Promise<[string | null, string[]]> {
  const status = within(await region('Status'));
  await actionLoaded();
  const more = status.queryByRole('button', { name: 'More actions' });
  const [primary = null] = buttonsOf(await region('Status')).filter((text) => text !== '');
  if (!more) return [primary, []];
  await userEvent.click(more);
  return [primary, status.getAllByRole('menuitem').map((item) => item.textContent)];
}

describe('the status card', () => {
  const ends = ['Mark as Cancelled', 'Mark as Declined'];
  it.each([
    ['admin', 'draft', 'Send to vendor', ['Set another status…', 'Mark As Sent', ...ends]],
    ['admin', 'waiting-approval', 'Approve', ['Set another status…', 'Information Requested', ...ends]],
    ['admin', 'waiting-info', 'Close Request', ['Set another status…', ...ends]],
    ['admin', 'complete', null, ['Set another status…']],
    ['manager', 'draft', 'Send to vendor', ['Mark As Sent', 'Cancel']],
    ['employee', 'waiting-invite', 'Send to vendor', ['Cancel']],
    ['employee', 'approved', null, []],
  ] as const)('offers an %s while %s one action, and the others in a menu', async (who, status, primary, others) => {
    await open(who, campaign({ status, financeOptionCode: 'pl' }));
    expect(await offered()).toEqual([primary, ['Print', ...others]]);
  });

  // biome-ignore format: a table
  it.each([
    [{ financeOptionCode: 'pn' },                                                                                      'Awaiting Payment'],
    [{ financeOptionCode: 'pn', campaignBudgetUpfrontPaymentMethodIntent: 'bank-transfer' },                           'Awaiting Bank Transfer'],
    [{ financeOptionCode: 'pn', campaignUpfrontPaymentMethod: 'card', paymentState: 'paid' },             'Paid by Credit Card'],
    [{ financeOptionCode: 'pos', paymentState: 'paid' },                                                       'POS Fee Paid'],
  ] as const)('says what is paid and what is not yet: %j', async (paying, badge) => {
    await open('employee', campaign({ status: 'waiting-info', ...paying }));
    expect(within(await region('Status')).getByText(badge)).toBeTruthy();
  });

  it('offers an admin every status, and other users none', async () => {
    await open('admin', campaign());
    await chooseMove('Set another status…');
    const selector = await screen.findByRole('combobox', { name: 'Any status' });
    expect(within(selector).getAllByRole('option')).toHaveLength(agreementStatuses.length);
  });
});

describe('a change of status', () => {
  it('to an end status asks first, and changes nothing without a confirmation', async () => {
    const { calls } = await open('admin', campaign({ status: 'approved' }));
    await chooseMove('Mark as Declined');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Are you sure you want to set the campaign status to Declined?');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Go back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('that the payer must understand sends a reason, which the page then shows', async () => {
    const { calls } = await open('admin', campaign({ status: 'waiting-approval' }));
    await chooseMove('Information Requested');
    const dialog = within(await screen.findByRole('dialog', { name: 'Information Requested' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Request information' }));
    expect(await dialog.findByText('Say what the payer is to know.')).toBeTruthy();
    fill(dialog.getByRole('textbox', { name: 'What is needed' }), 'Your rates notice, please.');
    await userEvent.click(dialog.getByRole('button', { name: 'Request information' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.find(({ path }) => path.endsWith('/set-status'))?.body).toEqual({
      status: 'waiting-info',
      reason: 'Your rates notice, please.',
    });
  });

  // biome-ignore format: a table
  it.each([
    ['pn', ['/finance-options', '/payments', '/invoices', '/payment-details', '/vendors', '/attachments']],
    ['pl', ['/finance-options', '/signatories', '/vendors', '/attachments']],
  ] as const)('reads every part of a page with the option %s again', async (financeOptionCode, parts) => {
    const { calls } = await open('admin', campaign({ status: 'approved', financeOptionCode }));
    const readSince = (from: number) => calls.slice(from).filter(({ method }) => method === 'GET');
    const isRead = (from: number, part: string) => readSince(from).some(({ path }) => path.endsWith(part));
    await waitFor(() => expect(parts.filter((part) => !isRead(0, part))).toEqual([]));
    await chooseMove('Mark as Cancelled');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Set to Cancelled' }));
    await screen.findByText('Application cancelled');
    const changed = calls.findIndex(({ path }) => path.endsWith('/set-status'));
    await waitFor(() => expect(parts.filter((part) => !isRead(changed, part))).toEqual([]));
  });

  it('to an information request names the payers who have not answered', async () => {
    const server = campaignServer(campaign({ status: 'waiting-info', financeOptionCode: 'pl' }));
    const flow = aFlow([], null, { signatory: null, waitingFor: ['Victor Vendor'] });
    const calls = await signedIn({ ...server.handlers, 'GET /v1/agreements/10231/flow': () => flow });
    renderApp(staffPath, sessions.admin);
    expect(await screen.findByText(/It is the vendor’s turn to provide it. Waiting for Victor Vendor\./)).toBeTruthy();
    cleanup();
    calls.length = 0;
    renderApp(staffPath, sessions.manager);
    expect(await screen.findByText(/It is the vendor’s turn to provide it\.$/)).toBeTruthy();
    expect(calls.filter(({ path }) => path.endsWith('/flow'))).toEqual([]);
  });

  it('shows its reason on the page', async () => {
    await open('manager', campaign({ status: 'rejected', statusReason: 'The title could not be found.' }));
    expect(await screen.findByText('The title could not be found.')).toBeTruthy();
  });

  it('sends the version that was read, and shows the status of the response', async () => {
    const { calls } = await open('manager', campaign({ status: 'waiting-invite' }));
    await chooseMove('Cancel');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Set to Cancelled' }));
    expect(await screen.findByText('Application cancelled')).toBeTruthy();
    const [sent] = calls.filter(({ path }) => path.endsWith('/set-status'));
    expect(sent?.body).toEqual({ status: 'cancelled' });
    expect(sent?.headers.get('if-match')).toBe('"3"');
  });

  it('to any status uses the selector and its button', async () => {
    const { calls } = await open('admin', campaign({ status: 'waiting-approval' }));
    await chooseMove('Set another status…');
    const set = await screen.findByRole<HTMLButtonElement>('button', { name: 'Set status' });
    expect(set.disabled).toBe(true);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Any status' }), 'Live');
    await userEvent.click(set);
    expect(await screen.findByText(/This campaign has been funded/)).toBeTruthy();
    expect(calls.find(({ path }) => path.endsWith('/set-status'))?.body).toEqual({ status: 'executed' });
  });

  it('that is marked as sent says that no payer has a link, until one was sent', async () => {
    const words = 'Marked as sent. No payer has been sent a link yet.';
    const server = campaignServer(campaign({ status: 'waiting-invite' }), [vera({ sentDate: null })]);
    await signedIn(server.handlers);
    renderApp(staffPath, sessions.manager);
    expect(await screen.findByText(words)).toBeTruthy();
    cleanup();
    const sent = campaignServer(campaign({ status: 'waiting-invite' }), [
      vera({ sentDate: '2026-11-04T00:00:00.000Z' }),
    ]);
    await signedIn(sent.handlers);
    renderApp(staffPath, sessions.manager);
    expect(await screen.findByText(/This campaign has been sent/)).toBeTruthy();
    await screen.findByText('vera@example.com');
    expect(screen.queryByText(words)).toBeNull();
  });

  it('that the server refuses shows the server’s message', async () => {
    const words = 'The campaign cannot be moved to that status from its current status.';
    const server = campaignServer(campaign());
    server.handlers['POST /v1/agreements/10231/set-status'] = () => problemResponse(409, { displayText: words });
    await signedIn(server.handlers);
    renderApp(staffPath, sessions.manager);
    await chooseMove('Mark As Sent');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark As Sent' }));
    expect(await screen.findByText(words)).toBeTruthy();
  });
});

describe('the cards', () => {
  it.each(['admin', 'manager', 'employee'] as const)('show these buttons to an %s', async (who) => {
    await open(who, campaign());
    await screen.findByText('vera@example.com');
    expect(buttonsOf(await region('Vendors'))).toEqual([
      'Add payer',
      'Details',
      'Send Payment URL',
      'Remove',
      'Send to 1 payer(s)',
      'Pay button for your website',
    ]);
    expect(screen.queryByLabelText('Next Action Date') !== null).toBe(who === 'admin');
    expect(screen.queryByLabelText(/^Campaign Title/) !== null).toBe(who !== 'employee');
  });

  it('say how the campaign is funded', async () => {
    await open('employee', campaign());
    const funding = await region('Funding');
    expect(funding.textContent).toContain('Marketing');
    expect(funding.textContent).toContain('$4,200');
    expect(funding.textContent).toContain('Tue 1 Dec 2026');
    expect(funding.textContent).toContain('Not chosen yet');
  });
});

describe('a campaign that does not exist', () => {
  it.each([
    ['admin', staffPath],
    ['vendor', vendorPath],
  ] as const)('shows a message to an %s', async (who, path) => {
    const { handlers } = campaignServer(campaign());
    handlers['GET /v1/agreements/10231'] = () => problemResponse(404);
    await signedIn(handlers);
    renderApp(path, sessions[who]);
    expect(await screen.findByText(notFoundText[who])).toBeTruthy();
  });

  it('under this organisation redirects to its own organisation', async () => {
    const server = campaignServer(campaign());
    await signedIn({ ...server.handlers, 'GET /v1/tenants/8': server.handlers['GET /v1/tenants/7']! });
    const router = renderApp('/agencies/8/applications/10231', sessions.admin);
    await screen.findByRole('heading', { level: 1, name: '12 Wattle St, Yass' });
    expect(router.state.location.pathname).toBe(staffPath);
  });
});

describe('the payers’ address of a campaign', () => {
  it('shows a team member the campaign as the team sees it', async () => {
    await open('manager', campaign(), vendorPath);
    expect((await offered())[1]).toContain('Mark As Sent');
  });
});

describe('a payer', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is sent to the page of payers, which the server draws', async () => {
    const { handlers } = campaignServer(campaign({ status: 'waiting-invite' }));
    await signedIn(handlers);
    const leave = vi.fn();
    vi.stubGlobal('location', { ...location, replace: leave });
    renderApp(vendorPath, sessions.vendor);
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/applications/10231'));
  });

  it('whom an admin impersonates is named in its address', async () => {
    sessionStorage.setItem('kerb.view-as', JSON.stringify({ header: 'vendor:10231', label: 'A vendor' }));
    expect(payersAddress(10231)).toBe('/applications/10231?viewAs=vendor%3A10231');
    sessionStorage.clear();
    expect(payersAddress(10231)).toBe('/applications/10231');
  });
});

describe('the payers', () => {
  it('are read-only once the campaign is approved', async () => {
    const { handlers } = campaignServer(campaign({ status: 'approved' }), [vera(), victor()]);
    await signedIn(handlers);
    renderApp(staffPath, sessions.manager);
    await screen.findByText('victor@example.com');
    expect(buttonsOf(await region('Vendors'))).toEqual(['Details', 'Details', 'Pay button for your website']);
  });
});
