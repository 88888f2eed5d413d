import { currentToasts } from '@kerb/web/design/toasts.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { problemResponse, renderApp, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { aMember, aTenant, aUser } from '../../../test/lists.ts';

const link = (tenantId: number, tenantName: string, tenantUserType = 'employee') => ({
  href: `/v1/tenants/${tenantId}/users/12`,
  tenant: { href: `/v1/tenants/${tenantId}` },
  tenantId,
  tenantName,
  tenantUserType,
  receivesAllAgentNotices: false,
  receivesBillingEmailNotices: false,
});
const logon = {
  id: 5,
  href: '/v1/credentials/5',
  type: 'logon',
  domain: null,
  logonIdentifier: 'mia@kerb.test',
  disabledSinceDate: null,
  lastPasswordChangeDate: '2026-11-01T00:00:00.000Z',
  lastUsageDate: null,
  creationDate: '2026-11-01T00:00:00.000Z',
  lastUpdateDate: '2026-11-01T00:00:00.000Z',
  user: { href: '/v1/users/12' },
};

type Handlers = Parameters<typeof signedIn>[0];

async function open(user: Record<string, unknown> = aUser(), answers: Handlers = {}) {
  const calls = await signedIn({
    'GET /v1/users': () => ({ items: [user], totalItems: 1 }),
    [`GET /v1/users/${user.id}/tenants`]: () => ({ items: [link(7, 'Harbour Estate')], totalItems: 1 }),
    'GET /v1/credentials': () => ({ items: [logon], totalItems: 1 }),
    'GET /v1/tenants': () => ({ items: [aTenant(), aTenant({ id: 8, name: 'Valley' })], totalItems: 2 }),
    ...answers,
  });
  renderApp('/admin/users');
  const person = userEvent.setup();
  const row = await within(await screen.findByRole('main')).findByRole('button', {
    name: `${user.displayName}, ${user.emailAddress}`,
  });
  await person.click(row);
  await screen.findByRole('region', { name: 'Organisations' });
  return { calls, user: person };
}

const toasts = () => currentToasts.get().map(({ text }) => text);
const sent = (calls: Seen[], method: string) => calls.filter((call) => call.method === method).at(-1);
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole('button', { name }));

beforeEach(() => usePage());

describe('the user editor', () => {
  it('adds a user, and continues to edit them', async () => {
    const made = aUser({ id: 40, displayName: 'Ivy Ng', firstName: 'Ivy', surname: 'Ng' });
    const calls = await signedIn({
      'GET /v1/users': () => ({ items: [], totalItems: 0 }),
      'POST /v1/users': () => made,
      'GET /v1/users/40/tenants': () => ({ items: [], totalItems: 0 }),
      'GET /v1/credentials': () => ({ items: [], totalItems: 0 }),
    });
    renderApp('/admin/users');
    const user = userEvent.setup();
    await press(user, 'Add User');
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(await dialog.findByLabelText(/^First Name/), 'Ivy');
    await user.type(dialog.getByLabelText(/^Surname/), 'Ng');
    await user.type(dialog.getByLabelText(/^Email/), 'ivy@kerb.test');
    await user.type(dialog.getByLabelText('Mobile'), '61 412 345 678');
    await user.selectOptions(dialog.getByLabelText('Role'), 'Vendor');
    expect((dialog.getByLabelText('Mobile') as HTMLInputElement).value).toBe('+61 412 345 678');
    await user.click(dialog.getByRole('button', { name: 'Add User' }));
    await waitFor(() => expect(toasts()).toEqual(['Ivy Ng Created']));
    expect(sent(calls, 'POST')?.body).toEqual({
      firstName: 'Ivy',
      surname: 'Ng',
      emailAddress: 'ivy@kerb.test',
      mobilePhone: '+61 412 345 678',
      role: 'vendor',
    });
    expect(await screen.findByText('This user belongs to no organisation.')).toBeTruthy();
  });

  it('sends only the changed fields, and shows a refusal under its field', async () => {
    let tries = 0;
    const validation = {
      emailAddress: [{ type: 'conflictingValue', message: 'Another user has this email address.' }],
    };
    const { calls, user } = await open(aUser({ mobilePhone: '+61412345678' }), {
      'PUT /v1/users/12': () => {
        tries += 1;
        return tries === 1 ? problemResponse(400, { validation }) : aUser({ primaryMobileIsConfirmed: true });
      },
    });
    await user.click(screen.getByLabelText('Mobile confirmed'));
    await press(user, 'Save');
    expect(await screen.findByText('Another user has this email address.')).toBeTruthy();
    await press(user, 'Save');
    await waitFor(() => expect(toasts()).toEqual(['Saved']));
    expect(sent(calls, 'PUT')?.body).toEqual({ primaryMobileIsConfirmed: true });
  });

  it.each([
    ['AU', '+61 2 9999 1234'],
    ['NZ', '+64 9 300 1234'],
    ['NZ', '0412000222'],
  ] as const)('in %s says at once that the landline %s is not a mobile', async (country, typed) => {
    usePage({ country });
    const { calls, user } = await open(aUser({ mobilePhone: null }), {});
    await user.type(screen.getByLabelText('Mobile'), typed);
    await user.tab();
    expect(await screen.findByText('That is not a mobile phone number.')).toBeTruthy();
    await press(user, 'Save');
    expect(sent(calls, 'PUT')).toBeUndefined();
  });

  it('saves the rest of a user whose old number is a landline', async () => {
    const old = aUser({ mobilePhone: '+61299991234' });
    const { calls, user } = await open(old, { 'PUT /v1/users/12': () => old });
    await user.clear(screen.getByLabelText('Job Title'));
    await user.type(screen.getByLabelText('Job Title'), 'Director');
    await press(user, 'Save');
    await waitFor(() => expect(sent(calls, 'PUT')?.body).toEqual({ jobTitle: 'Director' }));
  });

  it('finds organisations from two characters on, and omits linked ones', async () => {
    const { calls, user } = await open(aUser(), { 'POST /v1/tenants/8/users': () => problemResponse(400) });
    const search = within(screen.getByRole('region', { name: 'Organisations' })).getByLabelText('Search organisations');
    await user.type(search, 'v');
    await new Promise((done) => setTimeout(done, 600));
    expect(calls.some(({ path }) => path === '/v1/tenants')).toBe(false);
    await user.type(search, 'al');
    const found = within(await screen.findByRole('list', { name: 'Organisations found' }));
    expect(found.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['ValleyAdd']);
    expect(calls.find(({ path }) => path === '/v1/tenants')?.query.get('perPage')).toBe('100');
    await press(user, 'Add: Valley');
    await waitFor(() => expect(toasts()).toEqual(['An error occured while attempting to add this tenant']));
  });

  it('links an organisation, as its employee', async () => {
    const { calls, user } = await open(aUser(), { 'POST /v1/tenants/8/users': () => aMember() });
    const search = within(screen.getByRole('region', { name: 'Organisations' })).getByLabelText('Search organisations');
    await user.type(search, 'val');
    await press(user, 'Add: Valley');
    await waitFor(() =>
      expect(sent(calls, 'POST')?.body).toEqual({ user: { href: '/v1/users/12' }, tenantUserType: 'employee' }),
    );
    expect(toasts()).toEqual([]);
  });

  it('shows errors about an organisation in the specification’s words', async () => {
    const { user } = await open(aUser(), {
      'PUT /v1/tenants/7/users/12': () => problemResponse(500),
      'DELETE /v1/tenants/7/users/12': () => problemResponse(500),
    });
    await user.click(await screen.findByLabelText('Manager: Harbour Estate'));
    await waitFor(() => expect(toasts()).toContain('An error occured while attempting to update manager status'));
    await press(user, 'Remove: Harbour Estate');
    await waitFor(() => expect(toasts()).toContain('An error occured while attempting to remove this tenant'));
  });

  it("locks the admin's own manager checkbox and role, and does not let them disable themselves", async () => {
    await open(aUser({ id: 2, displayName: 'Ann Abbott', role: 'admin' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Manager: Harbour Estate')).disabled).toBe(true);
    expect((screen.getByLabelText('Role') as HTMLSelectElement).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Disable User' })).toBeNull();
  });

  it('resets the two-step login of a user who has lost it', async () => {
    const { calls, user } = await open(aUser({ secondFactorIsOn: true }), {
      'POST /v1/users/12/reset-second-factor': () => aUser(),
    });
    await press(user, 'Reset Two-Step Login');
    await press(user, 'Reset');
    await waitFor(() => expect(toasts()).toEqual(['Done']));
    expect(sent(calls, 'POST')?.path).toBe('/v1/users/12/reset-second-factor');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reset Two-Step Login' })).toBeNull());
  });

  it('says that a new address waits to be confirmed, and withdraws it', async () => {
    const { calls, user } = await open(aUser({ pendingEmailAddress: 'new@kerb.test' }), {
      'PUT /v1/users/12': () => aUser(),
    });
    expect(screen.getByText(/must confirm new@kerb.test: a link is in that mailbox/)).toBeTruthy();
    await press(user, 'Withdraw');
    await waitFor(() => expect(screen.queryByText(/must confirm/)).toBeNull());
    expect(sent(calls, 'PUT')?.body).toEqual({ emailAddress: 'mia@kerb.test' });
  });

  it('logs a user out everywhere, after asking', async () => {
    const { calls, user } = await open(aUser(), { 'POST /v1/users/12/end-sign-ins': () => aUser() });
    await press(user, 'Log Out Everywhere');
    await press(user, 'Log Out');
    await waitFor(() => expect(toasts()).toEqual(['Done']));
    expect(sent(calls, 'POST')?.path).toBe('/v1/users/12/end-sign-ins');
  });

  it('asks for a reason before another admin confirms a new admin, and says what waits', async () => {
    const pendingActs = [
      { id: 3, kind: 'make-admin', askedByName: 'Ann Abbott', askedDate: '2026-11-15T02:00:00.000Z' },
    ];
    const { calls, user } = await open(aUser(), { 'PUT /v1/users/12': () => aUser({ pendingActs }) });
    expect(screen.queryByLabelText(/Reason/)).toBeNull();
    await user.selectOptions(screen.getByLabelText('Role'), 'admin');
    await user.type(await screen.findByLabelText(/Reason/), 'Approvals');
    await press(user, 'Save');
    await waitFor(() => expect(toasts()).toEqual(['Asked. Another admin has to confirm it.']));
    expect(sent(calls, 'PUT')?.body).toEqual({ role: 'admin', reason: 'Approvals' });
    expect(screen.getByText('Ann Abbott has asked to make Mia Manager an admin.')).toBeTruthy();
    expect((screen.getByLabelText('Role') as HTMLSelectElement).value).toBe('tenant_user');
  });

  it('asks how an admin was recognised before their two-step login is reset', async () => {
    const lost = aUser({ role: 'admin', secondFactorIsOn: true });
    const { calls, user } = await open(lost, { 'POST /v1/users/12/reset-second-factor': () => lost });
    await press(user, 'Reset Two-Step Login');
    await user.type(await screen.findByLabelText(/How did you recognise this person/), 'By video');
    await press(user, 'Ask');
    await waitFor(() => expect(sent(calls, 'POST')?.body).toEqual({ reason: 'By video' }));
  });

  it('shows how the user logs in, sends a password reset, disables and enables', async () => {
    const disabled = aUser({ disabledDate: '2026-11-02T00:00:00.000Z' });
    const { calls, user } = await open(aUser(), {
      'POST /v1/reset-password': () => undefined,
      'PUT /v1/users/12': ({ body }) => ((body as { disabled: boolean }).disabled ? disabled : aUser()),
    });
    const region = within(screen.getByRole('region', { name: 'Logon' }));
    expect(await region.findByText('mia@kerb.test')).toBeTruthy();
    expect(region.getByText('Never')).toBeTruthy();
    await press(user, 'Send Password-Reset Email');
    await waitFor(() => expect(toasts()).toEqual(['Sent']));
    expect(sent(calls, 'POST')?.body).toEqual({ logonIdentifier: 'mia@kerb.test' });
    await press(user, 'Disable User');
    await press(user, 'Disable');
    await waitFor(() => expect(toasts()).toContain('Disabled'));
    await press(user, 'Enable User');
    await waitFor(() => expect(toasts()).toContain('Enabled'));
  });

  it('keeps the typed values during other actions, and asks before it closes with unsaved changes', async () => {
    const disabled = aUser({ disabledDate: '2026-11-02T00:00:00.000Z', lastUpdateDate: '2026-11-02T00:00:00.000Z' });
    const { user } = await open(aUser(), { 'PUT /v1/users/12': () => disabled });
    const surname = screen.getByLabelText<HTMLInputElement>(/^Surname/);
    await user.clear(surname);
    await user.type(surname, 'Typed');
    await press(user, 'Disable User');
    await press(user, 'Disable');
    await waitFor(() => expect(toasts()).toContain('Disabled'));
    expect(screen.getByLabelText<HTMLInputElement>(/^Surname/).value).toBe('Typed');
    await user.click(within(screen.getByRole('dialog', { name: /^Edit User/ })).getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('Leave without saving?')).toBeTruthy();
    await press(user, 'Stay');
    expect(screen.getByLabelText<HTMLInputElement>(/^Surname/).value).toBe('Typed');
  });
});
