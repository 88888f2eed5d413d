import { peopleEndpoints } from '@kerb/domain/people/people.contract.ts';
import { DialogHost } from '@kerb/web/app/dialog-host.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { ProgressOverlay } from '@kerb/web/design/progress-overlay.tsx';
import { call } from '@kerb/web/platform/api-client.ts';
import { sessionExpired } from '@kerb/web/platform/tokens.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { problemResponse, renderPart, signedIn, usePage } from '../../../test/harness.tsx';
import { aUser } from '../../../test/lists.ts';
import { aBrowserWithPasskeys, passkeyOptions } from '../../../test/passkeys.ts';

beforeEach(() => usePage());

const account = (isOn: boolean, passkeys = 0) => ({
  userId: 2,
  displayName: 'Ann Abbott',
  firstName: 'Ann',
  surname: 'Abbott',
  emailAddress: 'ann@kerb.test',
  mobilePhone: null,
  mobilePhoneIsConfirmed: false,
  jobTitle: null,
  profilePictureHref: null,
  lastPasswordChangeDate: '2026-11-01T00:00:00.000Z' as string | null,
  secondFactor: { isOn, hasApp: isOn, passkeys, isRequired: false, recoveryCodesLeft: 0 },
  tenants: [],
});
const numbered = (number: number) => ({
  accessToken: `access-${number}`,
  refreshToken: `refresh-token-number-${number}`,
  expiresIn: 900,
});
const wrong = () =>
  problemResponse(400, { validation: { password: [{ type: 'notValid', message: 'That is not your password.' }] } });

const noPassword = () =>
  problemResponse(400, { validation: { password: [{ type: 'isEmpty', message: 'Required.' }] } });

/** A server that wants a proof before it makes somebody an admin. */
async function aServer({ hasCode = false, passkeys = 0, isVerifying = true, hasPassword = true } = {}) {
  let isProved = false;
  return signedIn({
    'GET /v1/account': () => ({ ...account(hasCode, passkeys), ...(!hasPassword && { lastPasswordChangeDate: null }) }),
    'POST /v1/session/prove/begin': () => passkeyOptions,
    'POST /v1/session/refresh': () => numbered(2),
    'POST /v1/session/prove': ({ body }) => {
      const { password, code, passkey } = body as { password?: string; code?: string; passkey?: object };
      const isRight = password === 'right';
      if (passkey && !isVerifying && password === undefined) return noPassword();
      isProved = passkey ? isVerifying || isRight : isRight && (!hasCode || code === '123456');
      return isProved ? numbered(3) : wrong();
    },
    'PUT /v1/users/12': ({ headers }) => {
      const isFresh = headers.get('authorization') === 'Bearer access-3';
      return isProved && isFresh ? aUser({ role: 'admin' }) : problemResponse(403, { type: '/problems/proof-needed' });
    },
  });
}

function promote() {
  renderPart(
    <>
      <DialogHost />
      <ProgressOverlay />
    </>,
  );
  const input = { params: { id: 12 }, body: { role: 'admin' } } as const;
  return withProgress('Saving...', () => call(peopleEndpoints.save, input));
}

describe('a change that needs a proof of identity', () => {
  it('asks for the password and then sends the same request again', async () => {
    const calls = await aServer();
    const saved = promote();
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText(/Your password/), 'right');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await saved).toMatchObject({ role: 'admin' });
    expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { role: 'admin' },
      { role: 'admin' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sessionExpired.get()).toBeNull();
  });

  it('shows a wrong password under its field, and goes on with the right one', async () => {
    await aServer();
    const saved = promote();
    const user = userEvent.setup();
    const field = await screen.findByLabelText(/Your password/);
    await user.type(field, 'wrong{Enter}');
    expect(await screen.findByText('That is not your password.')).toBeTruthy();
    await user.clear(field);
    await user.type(field, 'right{Enter}');
    expect(await saved).toMatchObject({ role: 'admin' });
  });

  it('asks for the password and a code where two-step login is on', async () => {
    const calls = await aServer({ hasCode: true });
    const saved = promote();
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText(/Your password/), 'right');
    await user.type(screen.getByLabelText(/Code/), '123456{Enter}');
    expect(await saved).toMatchObject({ role: 'admin' });
    const sent = calls.find(({ path }) => path === '/v1/session/prove');
    expect(sent?.body).toEqual({ password: 'right', code: '123456' });
  });

  it('takes a passkey instead of password and code', async () => {
    const device = aBrowserWithPasskeys();
    const calls = await aServer({ hasCode: true, passkeys: 1 });
    const saved = promote();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Use a Passkey' }));
    expect(await saved).toMatchObject({ role: 'admin' });
    expect(calls.find(({ path }) => path === '/v1/session/prove')?.body).toEqual({ passkey: device.used });
    expect(device.get).toHaveBeenCalledWith({ publicKey: { parsed: passkeyOptions } });
  });

  it('asks for the password too if the passkey does not verify its owner', async () => {
    aBrowserWithPasskeys();
    await aServer({ hasCode: true, passkeys: 1, isVerifying: false });
    const saved = promote();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Use a Passkey' }));
    expect(await screen.findByText(/Type your password below/)).toBeTruthy();
    await user.type(screen.getByLabelText(/Your password/), 'right');
    await user.click(screen.getByRole('button', { name: 'Use a Passkey' }));
    expect(await saved).toMatchObject({ role: 'admin' });
  });

  it('says when no passkey was chosen, and goes on with the password', async () => {
    const device = aBrowserWithPasskeys();
    device.get.mockRejectedValueOnce(new DOMException('No', 'NotAllowedError'));
    await aServer({ passkeys: 1 });
    const saved = promote();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Use a Passkey' }));
    expect(await screen.findByText(/^No passkey was used/)).toBeTruthy();
    await user.type(screen.getByLabelText(/Your password/), 'right{Enter}');
    expect(await saved).toMatchObject({ role: 'admin' });
  });

  it('offers no passkey to somebody without one, or in a browser without them', async () => {
    await aServer({ passkeys: 1 });
    void promote().catch(() => undefined);
    await screen.findByLabelText(/Your password/);
    expect(screen.queryByRole('button', { name: 'Use a Passkey' })).toBeNull();
  });

  it('leads somebody without a password and a passkey to the login of their organisation', async () => {
    await aServer({ hasPassword: false });
    void promote().catch(() => undefined);
    const link = await screen.findByRole('link', { name: 'Log In Again' });
    expect(link.getAttribute('href')).toMatch(/^\/login\/organisation\?again=1&email=ann%40kerb\.test&back=/);
    expect(screen.queryByLabelText(/Your password/)).toBeNull();
  });

  it.each(['Cancel', 'Escape'])('fails with a sentence and sends nothing more after %s', async (way) => {
    const calls = await aServer();
    const saved = promote().catch((error: Error) => error.message);
    const user = userEvent.setup();
    await screen.findByLabelText(/Your password/);
    if (way === 'Escape') await user.keyboard('{Escape}');
    else await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await saved).toBe('No.');
    expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
