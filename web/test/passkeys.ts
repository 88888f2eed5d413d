import { vi } from 'vitest';

export const passkeyOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'kerb.test',
  timeout: 900_000,
  userVerification: 'preferred',
  allowCredentials: [{ id: 'a2V5', type: 'public-key', transports: ['internal'] }],
};

export const creationOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'kerb.test', name: 'KerbPay' },
  user: { id: 'aGFuZGxl', name: 'ann@kerb.test', displayName: 'Ann Abbott' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 900_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  attestation: 'none',
};

const ofBrowser = { id: 'a2V5', rawId: 'a2V5', type: 'public-key' };
const used = {
  ...ofBrowser,
  response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA', userHandle: 'aGFuZGxl' },
};
const made = { ...ofBrowser, response: { clientDataJSON: 'AA', attestationObject: 'AA', transports: ['internal'] } };

/** jsdom has no passkeys. */
class FakeCredential {
  readonly answer: object;
  constructor(answer: object) {
    this.answer = answer;
  }
  toJSON(): object {
    return this.answer;
  }
  static readonly parseCreationOptionsFromJSON = (parsed: object) => ({ parsed });
  static readonly parseRequestOptionsFromJSON = (parsed: object) => ({ parsed });
}

/** A browser whose device makes and uses a passkey at once. */
export function aBrowserWithPasskeys() {
  const get = vi.fn(async (_options: object): Promise<FakeCredential | null> => new FakeCredential(used));
  const create = vi.fn(async (_options: object): Promise<FakeCredential | null> => new FakeCredential(made));
  vi.stubGlobal('PublicKeyCredential', FakeCredential);
  Object.defineProperty(navigator, 'credentials', { value: { get, create }, configurable: true });
  return { get, create, used, made };
}
