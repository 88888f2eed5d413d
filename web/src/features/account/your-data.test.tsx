import { currentToasts } from '@kerb/web/design/toasts.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { agent, problemResponse, renderApp, signedIn, usePage, vendor } from '../../../test/harness.tsx';

beforeEach(() => usePage());

type Handlers = Parameters<typeof signedIn>[0];
const account = {
  userId: 2,
  displayName: 'Ann Abbott',
  firstName: 'Ann',
  surname: 'Abbott',
  emailAddress: 'ann@kerb.test',
  mobilePhone: null,
  mobilePhoneIsConfirmed: false,
  jobTitle: null,
  profilePictureHref: null,
  lastPasswordChangeDate: null,
  secondFactor: { isOn: false, hasApp: false, passkeys: 0, isRequired: false, recoveryCodesLeft: 0 },
  tenants: [],
};
const open = { closingDate: null, refusal: null };

async function show(more: Handlers = {}, session: Parameters<typeof renderApp>[1] = agent) {
  const calls = await signedIn({
    'GET /v1/account': () => account,
    'GET /v1/account/sign-ins': () => ({ items: [] }),
    'GET /v1/account/passkeys': () => ({ items: [] }),
    'GET /v1/account/closing': () => open,
    ...more,
  });
  renderApp('/accounts/account-details', session);
  return { calls, user: userEvent.setup() };
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const toasts = () => currentToasts.get().map(({ text }) => text);

describe('one’s own data', () => {
  it('is downloaded as a file, whose content the page explains', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    URL.createObjectURL = () => 'blob:file';
    const { calls, user } = await show({ 'GET /v1/account/data': () => ({}) });
    const data = await region('Your data');
    expect(data.getByText('The payments that you made. We never store your card number.')).toBeTruthy();
    await user.click(data.getByRole('button', { name: 'Download my data' }));
    await waitFor(() => expect(toasts()).toContain('Downloaded'));
    expect(calls.map(({ path }) => path)).toContain('/v1/account/data');
    expect((saved.mock.instances[0] as unknown as HTMLAnchorElement).download).toBe('KerbPay-my-data.json');
    saved.mockRestore();
  });

  it('of a payer by a Payment URL needs a code, and says where to enter it', async () => {
    const locked = { displayText: 'Enter the code that we send you to download your data.' };
    const payer = { ...vendor, onlyAgreementId: 10231, signatoryId: 501 };
    const { user } = await show(
      { 'GET /v1/signatories/501/data': () => problemResponse(403, { type: '/problems/locked', ...locked }) },
      payer,
    );
    const data = await region('Your data');
    expect(data.getByRole('link', { name: 'your campaign' }).getAttribute('href')).toBe('/applications/10231');
    await user.click(data.getByRole('button', { name: 'Download my data' }));
    await waitFor(() => expect(toasts()).toContain(locked.displayText));
  });
});

describe('closing one’s own account', () => {
  it('asks first, says when it closes, and can be taken back', async () => {
    let answer: object = open;
    const { user } = await show({
      'GET /v1/account/closing': () => answer,
      'POST /v1/account/close': () => {
        answer = { ...open, closingDate: '2026-12-16T00:00:00.000Z' };
        return answer;
      },
      'POST /v1/account/keep': () => {
        answer = open;
        return answer;
      },
    });
    const closing = await region('Close your account');
    await user.click(await closing.findByRole('button', { name: 'Close my account' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Close my account' }));
    expect((await closing.findByRole('alert')).textContent).toContain('Your account is closing');
    await user.click(closing.getByRole('button', { name: 'Keep my account' }));
    expect(await closing.findByRole('button', { name: 'Close my account' })).toBeTruthy();
  });

  it('says why it is not possible now', async () => {
    const refusal = 'You are the only manager of Harbour Estate. Make somebody else a manager first.';
    await show({ 'GET /v1/account/closing': () => ({ ...open, refusal }) });
    const closing = await region('Close your account');
    expect(await closing.findByText(refusal)).toBeTruthy();
    expect(closing.queryByRole('button')).toBeNull();
  });
});
