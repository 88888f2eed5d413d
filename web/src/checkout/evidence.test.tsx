import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aCheckout, renderCheckout } from '../../test/checkout.tsx';
import { aFlow, aSignatory } from '../../test/signing.ts';

afterEach(() => vi.unstubAllGlobals());

const path = `/v1/signatories/${aSignatory().id}/evidence`;
const signed = (isLocked: boolean, hasPasskey = false) => {
  const signatory = aSignatory({ signatureDate: '2026-11-17T01:00:00.000Z', ...(isLocked && { isLocked }) });
  const flow = { ...aFlow(['sign'], null), signatory, ...(hasPasskey && { hasPasskey }) };
  return aCheckout({ screen: 'signed', option: 'pl', path: [], status: 'signed', flow });
};
const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Documents' }));
const evidence = () => screen.findByRole('button', { name: 'Evidence of your signature' });

describe('the evidence of a payer’s signature', () => {
  it('is saved at once if the payer has entered a code', async () => {
    const save = vi.fn(() => 'blob:evidence');
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: save, revokeObjectURL: vi.fn() }));
    const { calls } = renderCheckout(signed(false), { [`GET ${path}`]: () => ({ format: 'x' }) });
    await open();
    await userEvent.click(await evidence());
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(calls.some(({ path: called }) => called === path)).toBe(true);
  });

  it('asks for a code first if the link was only opened', async () => {
    const { calls } = renderCheckout(signed(true), {});
    await open();
    await userEvent.click(await evidence());
    expect(await screen.findByText('To save the evidence, enter the code that we send you.')).toBeTruthy();
    expect(calls.some(({ path: called }) => called === path)).toBe(false);
  });

  it('accepts a passkey in place of the code, if the payer has one and the browser too', async () => {
    const Credential = class {
      static parseRequestOptionsFromJSON = (options: object) => options;
      toJSON = () => ({ id: 'a passkey' });
    };
    vi.stubGlobal('PublicKeyCredential', Credential);
    const get = vi.fn(async () => new Credential());
    vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: { get } } }));
    const unlock = `/v1/signatories/${aSignatory().id}/unlock`;
    const { calls } = renderCheckout(signed(true, true), {
      'POST /v1/session/prove/begin': () => ({ challenge: 'asked' }),
      [`POST ${unlock}`]: () => ({}),
    });
    await open();
    await userEvent.click(await evidence());
    await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(calls.some(({ path: called }) => called === unlock)).toBe(true));
    expect(get).toHaveBeenCalledWith({ publicKey: { challenge: 'asked' } });
    expect(calls.find(({ path: called }) => called === unlock)?.body).toEqual({ passkey: { id: 'a passkey' } });
  });
});
