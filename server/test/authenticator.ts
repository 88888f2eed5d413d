import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type {
  CreationOptions,
  MadeCredential,
  RequestOptions,
  UsedCredential,
} from '@kerb/domain/session/passkeys.contract.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';

type Traits = {
  origin?: string;
  /** By a fingerprint, a face or a PIN. */
  isVerifying?: boolean;
  isBackupEligible?: boolean;
  isBackedUp?: boolean;
  /** Devices that synchronise their passkeys do not count. */
  isCounting?: boolean;
};

const text = (value: Buffer): string => value.toString('base64url');

/** The heads of CBOR (RFC 8949) that WebAuthn needs. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
const cborInt = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const cborBytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value]);
const cborText = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const cborMap = (entries: [Buffer, Buffer][]): Buffer => Buffer.concat([head(5, entries.length), ...entries.flat()]);

/** An elliptic curve key of P-256 in the form of COSE (RFC 9053). */
function coseKeyOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (value: string) => cborBytes(Buffer.from(value, 'base64url'));
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), coordinate(x)],
    [cborInt(-3), coordinate(y)],
  ]);
}

const withoutAttestation = (authData: Buffer): Buffer =>
  cborMap([
    [cborText('fmt'), cborText('none')],
    [cborText('attStmt'), cborMap([])],
    [cborText('authData'), cborBytes(authData)],
  ]);

/**
 * A device with one passkey, as the browser shows it to a page. Each trait can be changed between uses, to behave as a
 * wrong or copied device.
 */
export function anAuthenticator(origin: string, traits: Traits = {}) {
  const device = { origin, isVerifying: true, isBackupEligible: true, isBackedUp: true, isCounting: false, ...traits };
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = text(randomBytes(32));

  function dataFor(rpId: string, attested: Buffer = Buffer.alloc(0)): Buffer {
    const { isVerifying, isBackupEligible, isBackedUp } = device;
    if (device.isCounting) counter += 1;
    const flag = (isSet: boolean, bit: number) => (isSet ? 1 << bit : 0);
    const flags =
      1 | flag(isVerifying, 2) | flag(isBackupEligible, 3) | flag(isBackedUp, 4) | flag(attested.length > 0, 6);
    const numbers = Buffer.alloc(5);
    numbers.writeUInt8(flags, 0);
    numbers.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), numbers, attested]);
  }

  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: device.origin, crossOrigin: false }));

  const named = { id: text(id), rawId: text(id), type: 'public-key' } as const;

  function create({ challenge, rp, user }: CreationOptions): MadeCredential {
    userHandle = user.id;
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKeyOf(publicKey)]);
    const response = {
      clientDataJSON: text(clientData('webauthn.create', challenge)),
      attestationObject: text(withoutAttestation(dataFor(rp.id, attested))),
      transports: ['internal', 'hybrid'],
    };
    return { ...named, response };
  }

  function get({ challenge, rpId }: RequestOptions): UsedCredential {
    const data = dataFor(rpId);
    const client = clientData('webauthn.get', challenge);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(privateKey);
    const response = {
      clientDataJSON: text(client),
      authenticatorData: text(data),
      signature: text(signature),
      userHandle,
    };
    return { ...named, response };
  }

  return { device, create, get, id: text(id), setCounter: (value: number) => (counter = value) };
}
export type Authenticator = ReturnType<typeof anAuthenticator>;
