import { ConfirmDialog } from '@kerb/web/design/confirm.dialog.tsx';
import { ToastHost } from '@kerb/web/design/toast-host.tsx';
import { CreateReferralDialog } from '@kerb/web/features/create-campaign/create-referral.dialog.tsx';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectsAnAmount } from '../../../test/amount-fields.ts';
import {
  campaign,
  fill,
  loadCampaignScreen,
  organisation,
  sessions,
  versioned,
} from '../../../test/campaign-server.tsx';
import { problemResponse, renderPart, signedIn, usePage } from '../../../test/harness.tsx';

beforeAll(loadCampaignScreen);
beforeEach(() => usePage());

type Request = Omit<Parameters<typeof CreateReferralDialog>[0], 'onClose'>;
const onClose = vi.fn();
const duplicate = 'Please use a different email address for each Vendor/Buyer';

const several = {
  ...sessions.manager,
  memberships: [
    ...sessions.manager.memberships,
    { tenantId: 8, tenantName: 'Bay Styling', tenantUserType: 'employee' as const },
  ],
};

const organisations = {
  'GET /v1/tenants/7': () => organisation(),
  'GET /v1/tenants/8': () => organisation({ id: 8, name: 'Bay Styling', type: 'supplier', enableDeposits: true }),
};

/** Renders the dialog in an app with two addresses: the one where it opens, and the page of a new campaign. */
async function open(request: Request, handlers: Parameters<typeof signedIn>[0] = {}, session = sessions.manager) {
  onClose.mockReset();
  const calls = await signedIn({ ...organisations, ...handlers });
  const root = createRootRoute();
  const dialog = () => (
    <>
      <CreateReferralDialog {...request} onClose={onClose} />
      <ConfirmDialog />
      <ToastHost />
    </>
  );
  const home = createRoute({ getParentRoute: () => root, path: '/', component: dialog });
  const edit = createRoute({
    getParentRoute: () => root,
    path: '/agencies/$tenantId/applications/$applicationId',
    component: () => <p>Edit</p>,
  });
  const router = createRouter({
    routeTree: root.addChildren([home, edit]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  renderPart(<RouterProvider router={router as never} />, session);
  await screen.findByRole('dialog');
  return { calls, router };
}

const create = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create' });
const slot = (name: string) => within(screen.getByRole('group', { name }));

function fillPayer(name: string, [first, surname, email]: [string, string, string]) {
  fill(slot(name).getByLabelText(/^First Name/), first);
  fill(slot(name).getByLabelText(/^Surname/), surname);
  fill(slot(name).getByLabelText(/^Email/), email);
}

function fillFunding() {
  fill(screen.getByLabelText(/^Amount/), '$4200.50');
  fill(screen.getByLabelText(/^Funding Request Date/), '2026-12-01');
}

describe('Create', () => {
  it('is enabled only once the amount, the date and every payer are complete', async () => {
    await open({ tenantId: 7, purpose: 'marketing' });
    await screen.findByText('For Harbour Estate');
    expect(create().disabled).toBe(true);
    fillFunding();
    expect(create().disabled).toBe(true);
    fillPayer('Vendor', ['Vera', 'Vendor', 'vera@example.com']);
    expect(create().disabled).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Add another vendor' }));
    fill(slot('Vendor 2').getByLabelText(/^First Name/), 'Vic');
    expect(create().disabled).toBe(true);
    await userEvent.click(slot('Vendor 2').getByRole('button', { name: 'Remove' }));
    expect(create().disabled).toBe(false);
  });

  it('posts the campaign with its payers, confirms it, and opens it', async () => {
    const { calls, router } = await open(
      { tenantId: 7, purpose: 'marketing' },
      { 'POST /v1/agreements': () => versioned(campaign({ id: 77 }), 1) },
    );
    await screen.findByText('For Harbour Estate');
    fillFunding();
    expect(screen.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('4,200.50');
    fillPayer('Vendor', [' Vera ', 'Vendor', 'vera@example.com']);
    fill(slot('Vendor').getByLabelText(/^Mobile/), '0412 345 678');
    await userEvent.click(screen.getByRole('button', { name: 'Add another vendor' }));
    await userEvent.click(create());
    await waitFor(() => expect(router.state.location.pathname).toBe('/agencies/7/applications/77'));
    expect(onClose).toHaveBeenCalled();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      campaignBudget: 4200.5,
      campaignPlannedStartDate: '2026-12-01',
      campaignBudgetFundsPurpose: 'marketing',
      tenant: { href: '/v1/tenants/7' },
      vendors: [
        { firstName: 'Vera', surname: 'Vendor', emailAddress: 'vera@example.com', mobilePhone: '+61412345678' },
      ],
    });
  });

  it('ignores an empty payer between two others, and shows the server’s errors at the right one', async () => {
    const message = 'That phone number is not valid.';
    const { calls } = await open(
      { tenantId: 7, purpose: 'marketing' },
      {
        'POST /v1/agreements': () =>
          problemResponse(400, { validation: { 'vendors.1.mobilePhone': [{ type: 'notValid', message }] } }),
      },
    );
    await screen.findByText('For Harbour Estate');
    fillFunding();
    fillPayer('Vendor', ['Vera', 'Vendor', 'vera@example.com']);
    await userEvent.click(screen.getByRole('button', { name: 'Add another vendor' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add another vendor' }));
    fillPayer('Vendor 3', ['Vic', 'Vendor', 'vic@example.com']);
    await userEvent.click(create());
    expect(await slot('Vendor 2').findByText(message)).toBeTruthy();
    expect(slot('Vendor 2').getByLabelText<HTMLInputElement>(/^First Name/).value).toBe('Vic');
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      vendors: [{ firstName: 'Vera' }, { firstName: 'Vic' }],
    });
  });

  it('keeps an amount that cannot be read, and says so', async () => {
    await open({ tenantId: 7, purpose: 'marketing' });
    await screen.findByText('For Harbour Estate');
    await expectsAnAmount(screen.getByLabelText<HTMLInputElement>(/^Amount/));
    expect(create().disabled).toBe(true);
  });

  it('refuses a name in another script under its field, and keeps what was typed', async () => {
    await open({ tenantId: 7, purpose: 'marketing' });
    await screen.findByText('For Harbour Estate');
    fillPayer('Vendor', ['Vera', 'محمد', 'vera@example.com']);
    const words = 'Please enter the name in Latin letters, as on the passport or licence.';
    expect(await slot('Vendor').findByText(words)).toBeTruthy();
    expect(slot('Vendor').getByLabelText<HTMLInputElement>(/^Surname/).value).toBe('محمد');
  });

  it('keeps everything typed if the server refuses, and shows the errors under their fields', async () => {
    const message = 'That phone number is not valid.';
    await open(
      { tenantId: 7, purpose: 'marketing' },
      {
        'POST /v1/agreements': () =>
          problemResponse(400, { validation: { 'vendors.0.mobilePhone': [{ type: 'notValid', message }] } }),
      },
    );
    await screen.findByText('For Harbour Estate');
    fillFunding();
    fillPayer('Vendor', ['Vera', 'Vendor', 'vera@example.com']);
    await userEvent.click(create());
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('4,200.50');
    expect(slot('Vendor').getByLabelText<HTMLInputElement>(/^Surname/).value).toBe('Vendor');
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('two payers with the same e-mail address', () => {
  it('both show an error, ignoring case, and cannot be created', async () => {
    await open({ tenantId: 7, purpose: 'marketing' });
    await screen.findByText('For Harbour Estate');
    fillFunding();
    fillPayer('Vendor', ['Vera', 'Vendor', 'vera@example.com']);
    await userEvent.click(screen.getByRole('button', { name: 'Add another vendor' }));
    fillPayer('Vendor 2', ['Vic', 'Vendor', 'VERA@example.com']);
    expect(screen.getAllByText(duplicate)).toHaveLength(2);
    expect(create().disabled).toBe(true);
    fill(slot('Vendor 2').getByLabelText(/^Email/), 'vic@example.com');
    expect(screen.queryByText(duplicate)).toBeNull();
    expect(create().disabled).toBe(false);
  });
});

describe('the funds purpose', () => {
  it("is the dialog's heading, and is the organisation's own if none was requested", async () => {
    await open({ tenantId: 8 });
    expect(await screen.findByRole('dialog', { name: 'Create Styling Referral' })).toBeTruthy();
    expect(screen.getByText('All registered owners on the title must be added')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText(/^Funds Purpose/), 'Deposit');
    expect(screen.getByRole('dialog', { name: 'Create Deposit Payment Request' })).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Buyer' })).toBeTruthy();
    expect(screen.queryByText('All registered owners on the title must be added')).toBeNull();
  });

  it('offers a deposit only if the organisation takes deposits', async () => {
    await open({ tenantId: 7, purpose: 'marketing' });
    await screen.findByText('For Harbour Estate');
    const purposes = within(screen.getByLabelText(/^Funds Purpose/)).getAllByRole('option');
    expect(purposes.map((option) => option.textContent)).toEqual(['Marketing', 'Styling']);
  });
});

describe('the organisation', () => {
  it('is asked for if there are several and none was given', async () => {
    const { calls } = await open({}, {}, several);
    await userEvent.selectOptions(screen.getByLabelText(/^Office/), 'Bay Styling');
    expect(await screen.findByRole('dialog', { name: 'Create Styling Referral' })).toBeTruthy();
    expect(calls.some(({ path }) => path === '/v1/tenants/8')).toBe(true);
  });

  it("is the user's only one, if there is just one", async () => {
    await open({});
    expect(await screen.findByText('For Harbour Estate')).toBeTruthy();
    expect(screen.queryByLabelText(/^Office/)).toBeNull();
  });

  it('can be searched by an admin', async () => {
    const all = [organisation(), organisation({ id: 8, name: 'Bay Styling' })];
    const { calls } = await open(
      {},
      {
        'GET /v1/tenants': ({ query }) => {
          const items = all.filter(({ name }) => name.toLowerCase().includes(query.get('textQuery') ?? ''));
          return { items, totalItems: items.length };
        },
      },
      sessions.admin as never,
    );
    await userEvent.type(await screen.findByRole('combobox', { name: /^Office/ }), 'bay');
    await waitFor(() => expect(calls.some(({ query }) => query.get('textQuery') === 'bay')).toBe(true));
    await userEvent.click(await screen.findByRole('option', { name: 'Bay Styling', hidden: true }));
    await waitFor(() => expect(calls.some(({ path }) => path === '/v1/tenants/8')).toBe(true));
  });
});

describe('closing', () => {
  it('asks only if something was typed', async () => {
    await open({ tenantId: 7, purpose: 'marketing' });
    await screen.findByText('For Harbour Estate');
    fill(screen.getByLabelText(/^Amount/), '1');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Stay' }));
    expect(onClose).not.toHaveBeenCalled();
    fill(screen.getByLabelText(/^Amount/), '');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
