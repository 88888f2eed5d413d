import { currentToasts } from '@kerb/web/design/toasts.ts';
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
  tooEarly,
  usePage,
  vendor,
} from '../../../test/harness.tsx';

const anAccount = (change: object = {}) => ({
  userId: 2,
  displayName: 'Ann Abbott',
  firstName: 'Ann',
  surname: 'Abbott',
  emailAddress: 'ann@kerb.test',
  mobilePhone: '+61412345678',
  mobilePhoneIsConfirmed: false,
  jobTitle: null,
  profilePictureHref: null,
  lastPasswordChangeDate: null,
  secondFactor: { isOn: false, hasApp: false, passkeys: 0, isRequired: false, recoveryCodesLeft: 0 },
  tenants: [],
  ...change,
});
const harbour = {
  href: '/v1/tenants/7/users/2',
  tenant: { href: '/v1/tenants/7' },
  tenantId: 7,
  tenantName: 'Harbour Estate',
  tenantUserType: 'manager',
  receivesAllAgentNotices: false,
  receivesBillingEmailNotices: true,
};
const aSignIn = (id: number, change: object = {}) => ({
  id,
  href: `/v1/account/sign-ins/${id}`,
  device: 'Chrome on Windows',
  ipAddress: '192.0.2.1',
  means: 'password',
  createdDate: '2026-11-14T00:00:00.000Z',
  lastActiveDate: '2026-11-14T01:00:00.000Z',
  isCurrent: false,
  ...change,
});

type Handlers = Parameters<typeof signedIn>[0];

async function show(answers: Handlers = {}, account: object = anAccount(), session = admin) {
  const calls = await signedIn({
    'GET /v1/account': () => account,
    'GET /v1/account/passkeys': () => ({ items: [] }),
    'GET /v1/account/sign-ins': () => ({
      items: [aSignIn(9, { isCurrent: true }), aSignIn(8, { device: 'Safari on iPhone' })],
    }),
    ...answers,
  });
  renderApp('/accounts/account-details', session);
  await screen.findByRole('heading', { name: 'Account Details' });
  return { calls, user: userEvent.setup() };
}

const toasts = () => currentToasts.get().map(({ text }) => text);
const sent = (calls: Seen[], method: string) => calls.filter((call) => call.method === method).at(-1);

beforeEach(() => usePage());

describe("the user's own account", () => {
  it('offers no change of a password and no app to who logs in with passkeys only', async () => {
    const secondFactor = { isOn: true, hasApp: false, passkeys: 1, isRequired: true, recoveryCodesLeft: 10 };
    await show({}, anAccount({ secondFactor: { ...secondFactor, isPasswordless: true } }));
    expect(await screen.findByText(/You have no password/)).toBeTruthy();
    expect(screen.getByText(/Your passkey is both steps in one/)).toBeTruthy();
    expect(screen.queryByRole('form', { name: 'Change password' })).toBeNull();
  });

  it('saves only what was changed; only support can change the e-mail address', async () => {
    const { calls, user } = await show({ 'PUT /v1/account': () => anAccount({ surname: 'Other' }) });
    const form = within(await screen.findByRole('form', { name: 'Your details' }));
    expect(form.getByLabelText('Email').hasAttribute('readonly')).toBe(true);
    await user.clear(form.getByLabelText(/^Surname/));
    await user.type(form.getByLabelText(/^Surname/), 'Other');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toasts()).toEqual(['Saved']));
    expect(sent(calls, 'PUT')?.body).toEqual({ surname: 'Other' });
  });

  it('confirms its mobile by a code, ignoring case', async () => {
    let code = '';
    const { user } = await show({
      'POST /v1/account/verify-mobile': ({ body }) => {
        const typed = (body as { code?: string }).code;
        if (typed === 'WRONG2') {
          return problemResponse(400, {
            validation: { code: [{ type: 'notValid', message: 'That code is not right.' }] },
          });
        }
        code = typed ?? '';
        return anAccount({ mobilePhoneIsConfirmed: Boolean(typed) });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Send code' }));
    const input = await screen.findByLabelText('Code');
    expect([input.getAttribute('autocomplete'), input.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric']);
    await user.type(input, 'wrong2');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('That code is not right.')).toBeTruthy();
    await user.clear(input);
    await user.type(input, 'abc234');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Confirmed')).toBeTruthy();
    expect([code, toasts()]).toEqual(['ABC234', ['Sent', 'Verified']]);
  });

  it('has a rate limit for codes, which says when the next one can be requested', async () => {
    const { user } = await show({ 'POST /v1/account/verify-mobile': tooEarly });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send code' });
    await user.click(button);
    expect(await screen.findByText(/You can ask for another one in 8:3\d\./)).toBeTruthy();
    expect([button.disabled, toasts()]).toEqual([true, []]);
  });

  it('neither takes nor sends a code while the wait after too many wrong ones lasts', async () => {
    const { user } = await show({
      'POST /v1/account/verify-mobile': ({ body }) =>
        (body as { code?: string }).code ? tooEarly() : anAccount({ mobilePhoneIsConfirmed: false }),
    });
    await user.click(await screen.findByRole('button', { name: 'Send code' }));
    await user.type(await screen.findByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(/entered too many wrong codes. You can try again in 8:3\d\./)).toBeTruthy();
    const isOff = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
    expect(['Confirm', 'Send another code'].map(isOff)).toEqual([true, true]);
  });

  it('changes its password, and shows an error under the field concerned', async () => {
    let tries = 0;
    const validation = { currentPassword: [{ type: 'notValid', message: 'That is not your current password.' }] };
    const { calls, user } = await show({
      'POST /v1/account/change-password': () => {
        tries += 1;
        return tries === 1 ? problemResponse(400, { validation }) : undefined;
      },
    });
    const form = within(await screen.findByRole('form', { name: 'Change password' }));
    await user.click(form.getByLabelText(/^Current password/));
    await user.paste('old words here');
    await user.click(form.getByLabelText(/^New password/));
    await user.paste('new words here');
    await user.click(form.getByLabelText('Log me out everywhere else'));
    await user.click(form.getByRole('button', { name: 'Change Password' }));
    expect(await form.findByText('That is not your current password.')).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Change Password' }));
    await waitFor(() => expect(toasts()).toEqual(['Saved']));
    expect(sent(calls, 'POST')?.body).toEqual({
      currentPassword: 'old words here',
      newPassword: 'new words here',
      endOtherSignIns: false,
    });
    expect((form.getByLabelText(/^New password/) as HTMLInputElement).value).toBe('');
  });

  it('lists its browsers, and logs out another one', async () => {
    const { calls, user } = await show({ 'DELETE /v1/account/sign-ins/8': () => undefined });
    expect(await screen.findByText('This browser')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: /^Log out: Safari on iPhone, logged in \w+ \d+ \w+ \d{4}/ }));
    await waitFor(() => expect(toasts()).toEqual(['Done']));
    expect(sent(calls, 'DELETE')?.path).toBe('/v1/account/sign-ins/8');
  });

  it('chooses its notices for each organisation', async () => {
    const account = anAccount({ tenants: [harbour] });
    const { calls, user } = await show({ 'PUT /v1/account/notices/7': () => account }, account, agent);
    const all = await screen.findByLabelText<HTMLInputElement>('All agent notices of Harbour Estate');
    expect(screen.getByLabelText<HTMLInputElement>('Billing email notices of Harbour Estate').checked).toBe(true);
    await user.click(all);
    await waitFor(() => expect(toasts()).toEqual(['Saved']));
    expect(sent(calls, 'PUT')?.body).toEqual({ receivesAllAgentNotices: true });
  });

  it('does not exist for a payer who signed in by a Payment URL', async () => {
    const { calls } = await show({}, anAccount(), { ...vendor, onlyAgreementId: 5 });
    expect(await screen.findByText('ann@kerb.test')).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
    expect(calls.some(({ path }) => path.startsWith('/v1/account'))).toBe(false);
  });
});
