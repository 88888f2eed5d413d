import { currentToasts } from '@kerb/web/design/toasts.ts';
import { Passkeys } from '@kerb/web/features/account/passkeys.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { problemResponse, renderPart, signedIn, usePage } from '../../../test/harness.tsx';
import { aBrowserWithPasskeys, creationOptions } from '../../../test/passkeys.ts';

const codes = Array.from({ length: 10 }, (_, place) => `AAAA${place}-BBBBB`);
const none = { isOn: false, hasApp: false, passkeys: 0, isRequired: false, recoveryCodesLeft: 0 };
const one = { isOn: true, hasApp: false, passkeys: 1, isRequired: false, recoveryCodesLeft: 9 };
const aPasskey = (change: object = {}) => ({
  id: 7,
  href: '/v1/account/passkeys/7',
  name: 'Blue phone',
  isBackedUp: true,
  createdDate: '2026-11-14T00:00:00.000Z',
  lastUsedDate: null,
  ...change,
});

beforeEach(() => usePage());

type Handlers = Parameters<typeof signedIn>[0];
async function show(secondFactor: typeof one & { isPasswordless?: boolean }, items: object[], answers: Handlers = {}) {
  const calls = await signedIn({ 'GET /v1/account/passkeys': () => ({ items }), ...answers });
  renderPart(<Passkeys secondFactor={secondFactor} />);
  await screen.findByText(/A passkey logs you in/);
  return { calls, user: userEvent.setup() };
}

describe("the user's own passkeys", () => {
  it('keep the only one of a person without a password, and say why', async () => {
    const { calls, user } = await show({ ...one, isPasswordless: true }, [aPasskey()]);
    await user.click(await screen.findByRole('button', { name: 'Remove: Blue phone' }));
    await waitFor(() => expect(JSON.stringify(currentToasts.get())).toContain('your only way to log in'));
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  it('are added with a name, and the recovery codes are shown once', async () => {
    const device = aBrowserWithPasskeys();
    const { calls, user } = await show(none, [], {
      'POST /v1/account/passkeys/begin': () => creationOptions,
      'POST /v1/account/passkeys': () => ({ passkey: aPasskey(), recoveryCodes: codes }),
    });
    await user.click(screen.getByRole('button', { name: 'Add a Passkey' }));
    const name = screen.getByLabelText(/^Name of the passkey/);
    await user.clear(name);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(name.getAttribute('aria-invalid')).toBe('true');
    await user.type(name, 'Blue phone');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    const list = within(await screen.findByRole('list', { name: 'Recovery codes' }));
    expect(list.getAllByRole('listitem')).toHaveLength(10);
    expect(calls.find(({ method, path }) => method === 'POST' && path === '/v1/account/passkeys')?.body).toEqual({
      name: 'Blue phone',
      userHandle: 'aGFuZGxl',
      credential: device.made,
    });
    await user.click(screen.getByRole('button', { name: 'I Have Kept Them' }));
    expect(await screen.findByRole('button', { name: 'Add a Passkey' })).toBeTruthy();
  });

  it('keep the typed name when the device says no, and say why', async () => {
    const device = aBrowserWithPasskeys();
    device.create.mockRejectedValueOnce(new DOMException('No', 'InvalidStateError'));
    const { user } = await show(none, [], { 'POST /v1/account/passkeys/begin': () => creationOptions });
    await user.click(screen.getByRole('button', { name: 'Add a Passkey' }));
    await user.clear(screen.getByLabelText(/^Name of the passkey/));
    await user.type(screen.getByLabelText(/^Name of the passkey/), 'Mine{Enter}');
    expect(await screen.findByText('This device already has a passkey for your account.')).toBeTruthy();
    expect((screen.getByLabelText(/^Name of the passkey/) as HTMLInputElement).value).toBe('Mine');
  });

  it('are listed, renamed and removed', async () => {
    aBrowserWithPasskeys();
    const { calls, user } = await show(one, [aPasskey()], {
      'PUT /v1/account/passkeys/7': () => aPasskey({ name: 'Red phone' }),
      'DELETE /v1/account/passkeys/7': () => undefined,
      'GET /v1/account': () => problemResponse(500),
    });
    const list = within(screen.getByRole('list', { name: 'Your passkeys' }));
    expect(list.getByText('Blue phone')).toBeTruthy();
    expect(screen.getByText(/^9 recovery codes left/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Rename: Blue phone' }));
    await user.clear(screen.getByLabelText(/^Name of the passkey/));
    await user.type(screen.getByLabelText(/^Name of the passkey/), 'Red phone{Enter}');
    await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ name: 'Red phone' }));
  });

  it('that are the only second factor where one is required stay', async () => {
    aBrowserWithPasskeys();
    const { calls, user } = await show({ ...one, isRequired: true }, [aPasskey()]);
    await user.click(screen.getByRole('button', { name: 'Remove: Blue phone' }));
    expect(currentToasts.get().map(({ text }) => text)).toEqual([expect.stringContaining('this is your only passkey')]);
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it('cannot be added in a browser that has none, which the screen says', async () => {
    await show(none, []);
    expect(screen.getByText(/This browser has no passkeys/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a Passkey' })).toBeNull();
  });
});
