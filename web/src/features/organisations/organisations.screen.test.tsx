import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  admin,
  agent,
  problemResponse,
  renderApp,
  type Seen,
  signedIn,
  usePage,
  vendor,
} from '../../../test/harness.tsx';
import { aRow, aTenant, pageOfRows } from '../../../test/lists.ts';
import { theSettings, versioned } from '../../../test/organisations.ts';

const noAccess = "Sorry, you don't have access to manage that organisation.";
const lastList = (calls: Seen[]) => calls.filter(({ path }) => path === '/v1/tenants').at(-1)?.query;

const zoneHere = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zones = (...identifiers: string[]) => {
  const timeZones = identifiers.map((identifier) => ({
    identifier,
    name: identifier,
    offset: 36_000,
    offsetString: 'GMT+10:00',
  }));
  return { timeZones, totalItems: timeZones.length };
};

const show = async ({ session = admin, path = '', items = [aTenant()] as object[], known = [zoneHere] } = {}) => {
  const calls = await signedIn({
    'GET /v1/tenants': ({ query }) => {
      const found = query.get('textQuery') === 'zzz' ? [] : items;
      return { items: found, totalItems: found.length };
    },
    'GET /v1/tenants/7': () => aTenant(),
    'GET /v1/tenants/7/users': () => ({ items: [] }),
    'GET /v1/agreements': () => pageOfRows(),
    'POST /v1/tenants': () => Response.json(aTenant({ id: 9, name: 'Birch & Co' }), { status: 201 }),
    'POST /v1/tenants/register-agency': () =>
      problemResponse(400, {
        validation: {
          reaAdvertiserRef: [{ type: 'conflictingValue', message: 'Aspen Realty has this reference already.' }],
        },
      }),
    'GET /v1/tenants/9': () => aTenant({ id: 9, name: 'Birch & Co' }),
    'GET /v1/tenants/9/settings': () => versioned(theSettings({ id: 9, name: 'Birch & Co' })),
    'GET /v1/time-zones': () => zones(...known),
  });
  const router = renderApp(`/agencies${path}`, session);
  await screen.findByRole('heading', { level: 1 });
  return { calls, router, user: userEvent.setup() };
};

beforeEach(() => usePage());

describe('the list of organisations', () => {
  it('shows an admin all of them, by their last campaign, fifty at a time', async () => {
    const { calls } = await show();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('All Organisations');
    expect(await screen.findByText('Harbour Estate')).toBeTruthy();
    expect(Object.fromEntries(lastList(calls)!)).toMatchObject({
      perPage: '50',
      sortBy: 'lastAgreementCreateDate',
      sortDesc: '1',
    });
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['25', '50', '100', '500']);
  });

  it('says if an organisation has no campaign', async () => {
    await show({ items: [aTenant({ lastAgreementCreateDate: null })] });
    expect(await screen.findByText('No agreements')).toBeTruthy();
  });

  it('reverses its order by its heading', async () => {
    const { calls, router, user } = await show();
    await screen.findByText('Harbour Estate');
    await user.click(screen.getByText('Last campaign'));
    await waitFor(() => expect(lastList(calls)?.get('sortDesc')).toBe(''));
    await user.click(screen.getByText('Last campaign'));
    await waitFor(() => expect(router.state.location.searchStr).toBe(''));
  });

  it('has its own title for other users, and is closed to vendors', async () => {
    await show({ session: agent });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Organisations');
    renderApp('/agencies', vendor);
    expect(await screen.findByText("Sorry, you don't have access to this page.")).toBeTruthy();
  });

  it('is searched half a second after the last key press, trimmed', async () => {
    const { calls, router, user } = await show();
    await user.type(screen.getByLabelText('Search organisations'), ' zzz ');
    expect(lastList(calls)?.get('textQuery')).toBeNull();
    expect(await screen.findByText('No matching organisations found.')).toBeTruthy();
    expect(lastList(calls)?.get('textQuery')).toBe('zzz');
    expect(router.state.location.searchStr).toBe('?textQuery=zzz');
  });

  it('may be empty', async () => {
    await show({ items: [] });
    expect(await screen.findByText('There are no organisations.')).toBeTruthy();
  });

  it('opens the referrals of an organisation by a click on its row', async () => {
    const { router, user } = await show();
    await user.click(await screen.findByText('Agency'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/agencies/7/applications'));
    expect(await screen.findByRole('navigation', { name: 'Harbour Estate' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Referrals' }).getAttribute('aria-current')).toBe('page');
  });
});

describe('Create New Organisation', () => {
  it('asks for a name, and opens the settings', async () => {
    const { calls, router, user } = await show();
    await user.click(screen.getByRole('button', { name: 'Create New Organisation' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText('This is required.')).toBeTruthy();
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' Birch & Co ');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/agencies/9/settings'));
    expect(await screen.findByText('Birch & Co Created')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      name: 'Birch & Co',
      type: 'agency',
      defaultTimeZone: zoneHere,
    });
  });

  it('uses the country’s time zone if the browser’s is unknown', async () => {
    const { calls, user } = await show({ known: ['Australia/Perth'] });
    await user.click(screen.getByRole('button', { name: 'Create New Organisation' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Birch & Co');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
        defaultTimeZone: 'Australia/Sydney',
      }),
    );
  });

  it('registers an agency by its advertiser reference, and asks no other type for one', async () => {
    const { calls, user } = await show();
    await user.click(screen.getByRole('button', { name: 'Create New Organisation' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('Type'), 'Supplier');
    expect(dialog.queryByLabelText(/advertiser reference/)).toBeNull();
    await user.selectOptions(dialog.getByLabelText('Type'), 'Agency');
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Birch & Co');
    await user.type(dialog.getByLabelText('REA advertiser reference (optional)'), 'BIRCH');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText('Aspen Realty has this reference already.')).toBeTruthy();
    expect(calls.find(({ path }) => path === '/v1/tenants/register-agency')?.body).toMatchObject({
      name: 'Birch & Co',
      reaAdvertiserRef: 'BIRCH',
    });
  });

  it('is not available to members', async () => {
    await show({ session: agent });
    expect(screen.queryByRole('button', { name: 'Create New Organisation' })).toBeNull();
  });
});

describe('switching to another organisation', () => {
  it('shows nothing of the last one, and fetches it again on return', async () => {
    const [here, there] = [7, 8].map((id) => ({ href: `/v1/tenants/${id}` }));
    const calls = await signedIn({
      'GET /v1/tenants/7': () => aTenant(),
      'GET /v1/tenants/8': () => aTenant({ id: 8, name: 'Aspen Realty' }),
      'GET /v1/tenants/7/users': () => ({ items: [] }),
      'GET /v1/tenants/8/users': () => ({ items: [] }),
      'GET /v1/user-invitations': () => ({ items: [], totalItems: 0 }),
      'GET /v1/agreements': ({ query }) =>
        query.get('tenantId') === '7'
          ? pageOfRows(aRow({ name: '12 Wattle St, Yass', tenant: here! }))
          : pageOfRows(aRow({ id: 10232, name: '9 Aspen Rd, Yass', tenant: there! })),
    });
    const asked = (path: string, tenantId: number) =>
      calls.filter((seen) => seen.path === path && seen.query.get('tenantId') === String(tenantId)).length;
    const router = renderApp('/agencies/7/applications', admin);
    const go = (tenantId: number, tab: 'applications' | 'users') =>
      router.navigate({ to: `/agencies/$tenantId/${tab}`, params: { tenantId } });
    await screen.findByText('12 Wattle St, Yass');
    await go(7, 'users');
    await waitFor(() => expect(asked('/v1/user-invitations', 7)).toBe(1));
    await go(8, 'applications');
    await screen.findByText('9 Aspen Rd, Yass');
    expect(screen.queryByText('12 Wattle St, Yass')).toBeNull();
    expect(await screen.findByRole('navigation', { name: 'Aspen Realty' })).toBeTruthy();
    await go(7, 'applications');
    await screen.findByText('12 Wattle St, Yass');
    await go(7, 'users');
    await waitFor(() => expect(asked('/v1/user-invitations', 7)).toBe(2));
    expect(asked('/v1/agreements', 7)).toBe(2);
  });
});

describe('an organisation that the user may not see', () => {
  it('is refused without a request if the user is not a member', async () => {
    const calls = await signedIn({});
    renderApp('/agencies/8/applications', agent);
    expect(await screen.findByText(noAccess)).toBeTruthy();
    // The frame of the screen asks for its counts.
    const ofFrame = ['/v1/needs', '/v1/notifications/events', '/v1/agreements/events'];
    expect(calls.map(({ path }) => path).filter((path) => !ofFrame.includes(path))).toEqual([]);
  });

  it('is refused if the server does not find it', async () => {
    await signedIn({ 'GET /v1/tenants/1': () => problemResponse(404) });
    renderApp('/agencies/1', admin);
    expect(await screen.findByText(noAccess)).toBeTruthy();
  });
});
