import { currentToasts } from '@kerb/web/design/toasts.ts';
import { SecondFactorSettings } from '@kerb/web/features/account/second-factor.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { problemResponse, renderPart, signedIn, usePage } from '../../../test/harness.tsx';

const codes = Array.from({ length: 10 }, (_, place) => `AAAA${place}-BBBBB`);
const setUp = { secret: 'MZXW 6YTB', uri: 'otpauth://totp/x', qrCode: { size: 41, path: 'M4 4h7v1H4z' } };
const off = { isOn: false, hasApp: false, passkeys: 0, isRequired: false, recoveryCodesLeft: 0 };
const on = { isOn: true, hasApp: true, passkeys: 0, isRequired: false, recoveryCodesLeft: 9 };

beforeEach(() => usePage());

describe("the user's own second factor", () => {
  it('is set up by password, QR code and code, and shows its recovery codes once', async () => {
    const calls = await signedIn({
      'POST /v1/account/second-factor/begin': () => setUp,
      'POST /v1/account/second-factor/confirm': ({ body }) =>
        (body as { code: string }).code === '123456'
          ? { recoveryCodes: codes }
          : problemResponse(400, { validation: { code: [{ type: 'notValid', message: 'That code is not right.' }] } }),
    });
    const user = userEvent.setup();
    renderPart(<SecondFactorSettings secondFactor={off} />);
    await user.click(screen.getByRole('button', { name: 'Set Up Two-Step Login' }));
    await user.type(screen.getByLabelText(/^Your password/), 'old words here');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('img', { name: 'QR code for your app' })).toBeTruthy();
    expect(screen.getByText('MZXW 6YTB')).toBeTruthy();
    const code = screen.getByLabelText(/^Code/);
    expect(code.getAttribute('autocomplete')).toBe('one-time-code');
    await user.type(code, '000000');
    await user.click(screen.getByRole('button', { name: 'Turn On' }));
    expect(await screen.findByText('That code is not right.')).toBeTruthy();
    await user.clear(code);
    await user.type(code, '123456');
    await user.click(screen.getByRole('button', { name: 'Turn On' }));
    const list = within(await screen.findByRole('list', { name: 'Recovery codes' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes);
    await user.click(screen.getByRole('button', { name: 'I Have Kept Them' }));
    expect(screen.queryByText(codes[0]!)).toBeNull();
    expect(calls.find(({ path }) => path.endsWith('/begin'))?.body).toEqual({ password: 'old words here' });
  });

  it('is turned off by password and code', async () => {
    const calls = await signedIn({ 'POST /v1/account/second-factor/turn-off': () => undefined });
    const user = userEvent.setup();
    renderPart(<SecondFactorSettings secondFactor={on} />);
    expect(screen.getByText('9 recovery codes left.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Turn Off' }));
    const form = within(screen.getByRole('form', { name: 'Turn off two-step login' }));
    await user.type(form.getByLabelText(/^Your password/), 'old words here');
    await user.type(form.getByLabelText(/^Code/), 'AAAA0-BBBBB');
    await user.click(form.getByRole('button', { name: 'Turn Off' }));
    await waitFor(() => expect(currentToasts.get().map(({ text }) => text)).toEqual(['Disabled']));
    expect(calls.find(({ path }) => path.endsWith('/turn-off'))?.body).toEqual({
      password: 'old words here',
      code: 'AAAA0-BBBBB',
    });
  });

  it('cannot be turned off if it is required', () => {
    renderPart(<SecondFactorSettings secondFactor={{ ...on, isRequired: true }} />);
    expect(screen.queryByRole('button', { name: 'Turn Off' })).toBeNull();
    expect(screen.getByText(/Two-step login is required here/)).toBeTruthy();
  });
});
