import { currentToasts } from '@kerb/web/design/toasts.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, agent, problemResponse, renderApp, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { aMember, anInvitation, aTenant } from '../../../test/lists.ts';

const self = aMember({ userId: 2, displayName: 'Ann Abbott', firstName: 'Ann', surname: 'Abbott' });
const eli = aMember({
  userId: 13,
  displayName: 'Eli Employee',
  tenantUserType: 'employee',
  receivesAllAgentNotices: true,
});

type Stock = { members?: object[]; invitations?: object[]; answers?: Parameters<typeof signedIn>[0] };

async function show({ members = [self, eli], invitations = [anInvitation()], answers = {} }: Stock = {}, by = agent) {
  const calls = await signedIn({
    'GET /v1/tenants/7': () => aTenant(),
    'GET /v1/tenants/7/users': () => ({ items: members }),
    'GET /v1/user-invitations': () => ({ items: invitations, totalItems: invitations.length }),
    ...answers,
  });
  renderApp('/agencies/7/users', by);
  await screen.findByRole('heading', { name: 'Team Members' });
  return { calls, user: userEvent.setup() };
}

const toasts = () => currentToasts.get().map(({ text }) => text);
const sent = (calls: Seen[], method: string) => calls.filter((call) => call.method === method).at(-1);
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole('button', { name }));

beforeEach(() => usePage());

describe('the team of an organisation', () => {
  it('shows its members and its pending invitations, with expired ones marked', async () => {
    await show({ invitations: [anInvitation(), anInvitation({ id: 32, firstName: 'Old', isExpired: true })] });
    const members = within(await screen.findByRole('region', { name: 'Active members' }));
    expect((await members.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Ann Abbott.*mia@kerb.test.*Manager/),
      expect.stringMatching(/Eli Employee.*Employee.*All agent notices/),
    ]);
    const invitations = within(screen.getByRole('region', { name: 'Pending invitations' }));
    const [ivy, old] = await invitations.findAllByRole('listitem');
    expect(ivy!.textContent).toContain('Expires');
    expect(old!.textContent).toContain('Expired');
  });

  it('says so if it is empty', async () => {
    await show({ members: [], invitations: [] });
    expect(await screen.findByText('There are no team members.')).toBeTruthy();
    expect(await screen.findByText('There are no pending invitations.')).toBeTruthy();
  });

  it('is for managers and admins, who have its tab', async () => {
    await show({}, admin);
    expect(screen.getByRole('link', { name: 'Team' }).getAttribute('aria-current')).toBe('page');
  });

  it('is closed to employees, who have no tab for it', async () => {
    await signedIn({ 'GET /v1/tenants/7': () => aTenant() });
    const memberships = [{ ...agent.memberships[0]!, tenantUserType: 'employee' as const }];
    renderApp('/agencies/7/users', { ...agent, memberships });
    expect(await screen.findByText("Sorry, you don't have access to this page.")).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Team' })).toBeNull();
  });
});

describe('a member', () => {
  it('can be given manager access, and lose it', async () => {
    const saved = { 'PUT /v1/tenants/7/users/13': () => ({ ...eli, tenantUserType: 'manager' }) };
    const { calls, user } = await show({ answers: saved });
    await press(user, 'Give manager access: Eli Employee');
    await waitFor(() => expect(toasts()).toEqual(['Saved']));
    expect(sent(calls, 'PUT')?.body).toEqual({ tenantUserType: 'manager' });
  });

  it('is removed after a confirmation, by a button that says what it does', async () => {
    const members = [self, eli];
    const remove = () => void members.pop();
    const { calls, user } = await show({ members, answers: { 'DELETE /v1/tenants/7/users/13': remove } });
    await press(user, 'Remove: Eli Employee');
    expect(
      await screen.findByText("Are you sure you want to remove Eli Employee's access to Harbour Estate?"),
    ).toBeTruthy();
    await press(user, 'Remove Access');
    await waitFor(() => expect(toasts()).toEqual(['Removed']));
    expect(sent(calls, 'DELETE')?.path).toBe('/v1/tenants/7/users/13');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Active members' })));
  });

  it('cannot lower or remove their own access', async () => {
    const { calls, user } = await show();
    await press(user, 'Remove manager access: Ann Abbott');
    expect(toasts()).toEqual(["You can't remove your own access."]);
    await press(user, 'Remove: Ann Abbott');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('can be edited: only changes are sent, the mobile with its dial code', async () => {
    const { calls, user } = await show({ answers: { 'PUT /v1/tenants/7/users/13': () => eli } });
    await press(user, 'Edit: Eli Employee');
    await user.type(await screen.findByLabelText('Mobile'), '0412 345 678');
    await user.tab();
    expect((screen.getByLabelText('Mobile') as HTMLInputElement).value).toBe('+61412345678');
    await user.click(screen.getByLabelText('Receives billing email notices'));
    await press(user, 'Save');
    await waitFor(() => expect(toasts()).toEqual(['Saved']));
    expect(sent(calls, 'PUT')?.body).toEqual({ mobilePhone: '+61412345678', receivesBillingEmailNotices: true });
  });

  it('who also works elsewhere has details that cannot be edited here', async () => {
    const { user } = await show({ members: [self, { ...eli, detailsEditable: false }] });
    await press(user, 'Edit: Eli Employee');
    expect(await screen.findByText(/This person also works elsewhere/)).toBeTruthy();
    expect(screen.queryByLabelText('Surname')).toBeNull();
  });
});

describe('an invitation', () => {
  it('is sent to several people at once, and shows a refusal under its field', async () => {
    let tries = 0;
    const answers = {
      'POST /v1/invite-team-members': () => {
        tries += 1;
        const validation = {
          'invitations.1.emailAddress': [
            { type: 'conflictingValue', message: 'This person is a team member already.' },
          ],
        };
        return tries === 1 ? problemResponse(400, { validation }) : { items: [], totalItems: 0 };
      },
    };
    const { calls, user } = await show({ answers });
    await press(user, 'Invite Team Members');
    await press(user, 'Add another team member');
    const dialog = within(await screen.findByRole('dialog'));
    for (const [label, words] of [
      ['First Name', 'Ivy'],
      ['Surname', 'Ng'],
    ] as const) {
      for (const input of dialog.getAllByLabelText(new RegExp(`^${label}`))) await user.type(input, words);
    }
    const [first, second] = dialog.getAllByLabelText(/^Email/);
    await user.type(first!, 'a@kerb.test');
    await user.type(second!, 'b@kerb.test');
    await press(user, 'Send Invitations');
    expect(await dialog.findByText('This person is a team member already.')).toBeTruthy();
    expect((second as HTMLInputElement).value).toBe('b@kerb.test');
    await press(user, 'Send Invitations');
    await waitFor(() => expect(toasts()).toEqual(['Invitation Sent']));
    expect(sent(calls, 'POST')?.body).toMatchObject({
      tenant: { href: '/v1/tenants/7' },
      invitations: [{ emailAddress: 'a@kerb.test', tenantUserType: 'employee' }, { emailAddress: 'b@kerb.test' }],
    });
  });

  it('requires the names and the address before anything is sent', async () => {
    const { calls, user } = await show();
    await press(user, 'Invite Team Members');
    await press(user, 'Send Invitation');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText(/^First Name/).getAttribute('aria-invalid')).toBe('true');
    expect(dialog.getByLabelText(/^Email/).getAttribute('aria-invalid')).toBe('true');
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('shows an invalid mobile together with other errors, and also if it is the only error', async () => {
    const { calls, user } = await show();
    await press(user, 'Invite Team Members');
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(await dialog.findByLabelText('Mobile'), '12');
    await press(user, 'Send Invitation');
    expect(dialog.getByText('That phone number is not valid.')).toBeTruthy();
    expect(dialog.getByLabelText(/^Surname/).getAttribute('aria-invalid')).toBe('true');
    await user.type(dialog.getByLabelText(/^First Name/), 'Ivy');
    await user.type(dialog.getByLabelText(/^Surname/), 'Ng');
    await user.type(dialog.getByLabelText(/^Email/), 'ivy@kerb.test');
    await press(user, 'Send Invitation');
    expect(dialog.getByText('That phone number is not valid.')).toBeTruthy();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('can be sent again and revoked, with its own messages', async () => {
    const answers = {
      'POST /v1/resend-user-invitation': () => anInvitation(),
      'DELETE /v1/user-invitations/31': () => undefined,
    };
    const { calls, user } = await show({ answers });
    await press(user, 'Resend: Ivy Ng');
    await waitFor(() => expect(toasts()).toEqual(['Invitation sent']));
    expect(sent(calls, 'POST')?.body).toEqual({ userInvitationId: 31 });
    await press(user, 'Revoke: Ivy Ng');
    await press(user, 'Revoke');
    await waitFor(() => expect(toasts()).toContain('Invitation revoked'));
  });

  it('can be edited, except its address', async () => {
    const { calls, user } = await show({ answers: { 'PUT /v1/user-invitations/31': () => anInvitation() } });
    await press(user, 'Edit: Ivy Ng');
    expect((await screen.findByLabelText(/^Email/)).hasAttribute('readonly')).toBe(true);
    await user.click(screen.getByLabelText('Manager'));
    await press(user, 'Save');
    await waitFor(() => expect(toasts()).toEqual(['Saved']));
    expect(sent(calls, 'PUT')?.body).toEqual({ tenantUserType: 'manager' });
  });

  it('refuses a photo above 8 MB, and uploads nothing of it', async () => {
    const { user } = await show();
    await press(user, 'Invite Team Members');
    const photo = new File([new Uint8Array(8_388_609)], 'me.png', { type: 'image/png' });
    await user.upload(await screen.findByLabelText('Photo: choose a file'), photo);
    expect(await screen.findByText('Photo too large. Maximum upload size 8MB')).toBeTruthy();
  });
});
