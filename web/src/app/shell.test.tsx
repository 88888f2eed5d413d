import { agreementListEndpoints } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { forgetDismissals } from '@kerb/web/platform/banners.ts';
import { refreshTokens } from '@kerb/web/platform/tokens.ts';
import { viewAsHeaders } from '@kerb/web/platform/view-as.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, agent, problemResponse, renderApp, signedIn, usePage, vendor } from '../../test/harness.tsx';

const emptyPage = { items: [], totalItems: 0 };
const lists = { 'GET /v1/agreements': () => emptyPage, 'GET /v1/tenants': () => emptyPage };
const autumn = 'Autumn campaigns are open';

beforeEach(async () => {
  usePage();
  await signedIn(lists);
});

describe('the shell', () => {
  it('shows the sandbox, its country, and that vendor communications are off', async () => {
    usePage({ country: 'NZ', sandbox: true, environment: 'staging', vendorComms: false });
    await signedIn(lists);
    renderApp('/', admin);
    expect(await screen.findByText('Sandbox NZ staging')).toBeTruthy();
    expect(screen.getByText('Vendor Comms Disabled')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'KerbFlow home' })).toBeTruthy();
    expect(screen.getByRole('link', { name: '0800 100 265' })).toBeTruthy();
  });

  it('names an environment that is no sandbox', async () => {
    usePage({ environment: 'uat' });
    await signedIn(lists);
    renderApp('/', admin);
    expect((await screen.findByText('AU uat')).closest('a')).toBeNull();
  });

  it('shows no badge in production', async () => {
    renderApp('/', admin);
    expect(await screen.findByRole('heading', { name: 'All Campaigns' })).toBeTruthy();
    expect(screen.queryByText(/^Sandbox/)).toBeNull();
    expect(screen.queryByText('Vendor Comms Disabled')).toBeNull();
  });

  it('lets the keyboard skip to the content', async () => {
    renderApp('/', admin);
    const link = await screen.findByRole('link', { name: 'Skip to content' });
    expect(document.querySelector(link.getAttribute('href')!)?.tagName).toBe('MAIN');
  });

  it("focuses the screen's search on a slash, unless the user is typing", async () => {
    renderApp('/', admin);
    const field = await screen.findByRole('textbox', { name: /search/i });
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(field);
    await userEvent.keyboard('a/b');
    expect((field as HTMLInputElement).value).toBe('a/b');
  });

  it('opens the palette on Ctrl K, and a screen from the palette', async () => {
    const router = renderApp('/', admin);
    await screen.findByRole('heading', { name: 'All Campaigns' });
    await userEvent.keyboard('{Control>}k{/Control}');
    const field = await screen.findByLabelText('Go to');
    await userEvent.type(field, 'organ{Enter}');
    await screen.findByRole('heading', { name: 'All Organisations' });
    expect(router.state.location.pathname).toBe('/agencies');
  });
});

describe('the palette', () => {
  const found = {
    campaigns: [
      {
        ...{ id: 10231, tenantId: 7, name: '12 Wattle St, Yass', status: 'draft', tenantName: 'Harbour Estate' },
        ...{ campaignBudgetFundsPurpose: 'marketing', payers: ['Vera Vendor'] },
      },
    ],
    people: [{ id: 31, displayName: 'Vera Vendor', emailAddress: 'vera@example.com' }],
    organisations: [{ id: 7, name: 'Harbour Estate' }],
  };

  it('keeps the keys that are typed before it has loaded', async () => {
    await signedIn({ ...lists, 'GET /v1/search': () => found });
    renderApp('/', admin);
    await screen.findByRole('heading', { name: 'All Campaigns' });
    await userEvent.keyboard('{Control>}k{/Control}wattle');
    const field = await screen.findByLabelText<HTMLInputElement>('Go to');
    await waitFor(() => expect(field.value).toBe('wattle'));
  });

  it('finds campaigns with their payers, people and organisations, and opens a campaign', async () => {
    const calls = await signedIn({ ...lists, 'GET /v1/search': () => found });
    const router = renderApp('/', admin);
    await screen.findByRole('heading', { name: 'All Campaigns' });
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByLabelText('Go to'), 'vera');
    const asked = () => calls.filter(({ path }) => path === '/v1/search').map(({ query }) => query);
    await waitFor(() => expect(asked().at(-1)?.get('text')).toBe('vera'));
    expect(await screen.findByText('AU10231 · Harbour Estate · Vera Vendor')).toBeTruthy();
    expect(screen.getByText('vera@example.com')).toBeTruthy();
    await userEvent.click(screen.getByText('12 Wattle St, Yass'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/agencies/7/applications/10231'));
  });
});

describe('a banner', () => {
  it('that was dismissed stays dismissed on another device', async () => {
    usePage({ sandbox: true });
    const calls = await signedIn({ ...lists, 'POST /v1/account/dismissed-banners': () => undefined });
    renderApp('/', admin);
    await userEvent.click(await screen.findByRole('button', { name: `Dismiss: ${autumn}` }));
    expect(screen.queryByText(autumn)).toBeNull();
    const sent = () => calls.find(({ path }) => path === '/v1/account/dismissed-banners');
    await waitFor(() => expect(sent()?.body).toEqual({ bannerId: 'autumn-2024' }));
    cleanup();
    act(() => forgetDismissals());
    renderApp('/', { ...admin, dismissedBanners: ['autumn-2024'] });
    await screen.findByRole('heading', { name: 'All Campaigns' });
    expect(screen.queryByText(autumn)).toBeNull();
  });

  it('is below the title, marked with its dates outside them', async () => {
    usePage({ sandbox: true });
    await signedIn(lists);
    renderApp('/', admin);
    const banner = await screen.findByRole('complementary', { name: autumn });
    expect(within(banner).getByText('Preview: 1 Mar 2024 – 15 May 2024')).toBeTruthy();
    const title = screen.getByRole('heading', { name: 'All Campaigns' });
    expect(title.compareDocumentPosition(banner)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('cannot be dismissed for another person during impersonation', async () => {
    usePage({ sandbox: true });
    await signedIn(lists);
    renderApp('/agencies', { ...agent, viewedBy: { userId: 2, displayName: 'Ann Abbott', changesAreOn: true } });
    const banner = await screen.findByRole('complementary', { name: autumn });
    expect(within(banner).queryByRole('button')).toBeNull();
  });

  it('of the past is not shown outside a sandbox, nor to a vendor in a sandbox', async () => {
    renderApp('/', admin);
    await screen.findByRole('heading', { name: 'All Campaigns' });
    expect(screen.queryByText(autumn)).toBeNull();
  });

  it('for agencies is not shown to a vendor, even in a sandbox', async () => {
    usePage({ sandbox: true });
    await signedIn(lists);
    renderApp('/applications', vendor);
    await screen.findByRole('heading', { name: 'Campaigns' });
    expect(screen.queryByText(autumn)).toBeNull();
  });
});

describe('impersonation', () => {
  const viewedBy = { userId: 2, displayName: 'Ann Abbott', changesAreOn: false };
  const viewed = { ...admin, role: 'tenant_user' as const, viewedBy };

  it('is shown at the top of every screen, with a button to end it', async () => {
    const kept = { header: 'manager:7', label: 'a manager of Harbour Estate' };
    sessionStorage.setItem('kerb.view-as', JSON.stringify(kept));
    renderApp('/agencies', viewed);
    expect(await screen.findByText('You are viewing as a manager of Harbour Estate. Changes are off.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Stop viewing' })).toBeTruthy();
  });

  it('allows changes only after they are switched on; this asks first and is shown all the time', async () => {
    sessionStorage.setItem('kerb.view-as', JSON.stringify({ header: 'manager:7', label: 'a manager' }));
    const user = userEvent.setup();
    renderApp('/agencies', viewed);
    await user.click(await screen.findByRole('button', { name: 'Turn changes on' }));
    const question = within(await screen.findByRole('dialog', { name: 'Turn changes on?' }));
    expect(question.getByText(/Nobody can pay or sign for another person/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Turn changes on' }));
    await waitFor(() => expect(viewAsHeaders()).toEqual({ 'x-view-as': 'manager:7', 'x-view-as-changes': 'on' }));
    cleanup();
    renderApp('/agencies', { ...viewed, viewedBy: { ...viewedBy, changesAreOn: true } });
    expect(
      await screen.findByText('You are viewing as a manager. Changes are on, and logged under your name.'),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Turn changes off' }));
    expect(viewAsHeaders()).toEqual({ 'x-view-as': 'manager:7' });
  });

  it('is not shown to an admin who impersonates nobody', async () => {
    renderApp('/', admin);
    await screen.findByRole('heading', { name: 'All Campaigns' });
    expect(screen.queryByText(/You are viewing as/)).toBeNull();
  });
});

describe('an expired session', () => {
  it('shows a warning with a Refresh button, and the screen stays', async () => {
    let over = false;
    await signedIn({ 'GET /v1/agreements': () => (over ? problemResponse(401) : emptyPage) });
    renderApp('/', admin);
    await screen.findByRole('heading', { name: 'All Campaigns' });
    over = true;
    await act(() => call(agreementListEndpoints.list, {}).catch(() => undefined));
    expect(screen.getByText('Your session has expired.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'All Campaigns' })).toBeTruthy();
  });

  it('tells a payer whose link has ended why, with nothing to refresh', async () => {
    const displayText = 'This campaign has been cancelled, so its link has ended. Questions? Ask Harbour.';
    const ended = () => problemResponse(401, { type: '/problems/link-ended', displayText });
    await signedIn({ 'GET /v1/agreements': () => emptyPage, 'POST /v1/session/refresh': ended });
    renderApp('/', vendor);
    await screen.findByRole('navigation', { name: 'Main' });
    await act(() => refreshTokens().catch(() => undefined));
    expect(screen.getAllByText(displayText)[0]?.closest('[role=alert]')).toBeTruthy();
    expect(screen.queryByText('Your session has expired.')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
  });
});
