import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { must } from '@kerb/domain/kernel/must.ts';

/** A key with its id. The id is the prefix of everything encrypted with the key. */
export type PersonalKey = { id: string; key: Buffer };

/**
 * Encrypts personal data: age, home, documents. Each value is encrypted with the current key, prefixed with the key's
 * id, and bound to its owner, so that it does not decrypt in another record.
 */
export type PersonalData = {
  encrypt: (plain: Buffer, of: string) => Buffer;
  decrypt: (encrypted: Buffer, of: string) => Buffer;
  /** Whether it is encrypted with the current key. */
  isCurrent: (encrypted: Buffer) => boolean;
  /** Whether it names a key that is configured. */
  isNamed: (encrypted: Buffer) => boolean;
  /** The first bytes of everything that is encrypted with the current key. */
  currentName: Buffer;
};

const algorithm = 'aes-256-gcm';
const form = 1;
const nameOf = ({ id }: PersonalKey): Buffer => {
  const bytes = Buffer.from(id);
  return Buffer.concat([Buffer.from([form, bytes.length]), bytes]);
};
const [ivBytes, tagBytes] = [12, 16];

/** A key that some data is encrypted with and that is no longer configured. */
export class UnknownKey extends Error {
  constructor(id: string) {
    super(
      id.startsWith('own')
        ? 'SECRET_KEY has no longer the key of some personal data: put it back, after the others.'
        : `PERSONAL_DATA_KEYS has no key named '${id}': put it back, after the others.`,
    );
  }
}

function parted(encrypted: Buffer): { id: string; rest: Buffer } {
  const idBytes = encrypted[1] ?? 0;
  if (encrypted[0] !== form || encrypted.length < 2 + idBytes + ivBytes + tagBytes)
    throw new Error('not an encrypted value of this product');
  return { id: encrypted.subarray(2, 2 + idBytes).toString(), rest: encrypted.subarray(2 + idBytes) };
}

function opened(key: Buffer, rest: Buffer, of: string): Buffer {
  const decipher = createDecipheriv(algorithm, key, rest.subarray(0, ivBytes)).setAAD(Buffer.from(of));
  decipher.setAuthTag(rest.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(rest.subarray(ivBytes + tagBytes)), decipher.final()]);
}

/** The first key is the current one; the others decrypt older values. */
export function personalDataUnder(keys: readonly [PersonalKey, ...PersonalKey[]]): PersonalData {
  const [current] = keys;
  const byId = Map.groupBy(keys, ({ id }) => id);
  return {
    encrypt: (plain, of) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, current.key, iv).setAAD(Buffer.from(of));
      const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nameOf(current), iv, cipher.getAuthTag(), encrypted]);
    },
    decrypt: (encrypted, of) => {
      const { id, rest } = parted(encrypted);
      const named = byId.get(id);
      if (!named) throw new UnknownKey(id);
      const [last, ...earlier] = named.map(({ key }) => key).reverse();
      for (const key of earlier.reverse()) {
        try {
          return opened(key, rest, of);
        } catch {
          // Several keys had the same name before keys had ids: the next one may fit.
        }
      }
      return opened(must(last, 'a key'), rest, of);
    },
    isCurrent: (encrypted) => encrypted[0] === form && parted(encrypted).id === current.id,
    isNamed: (encrypted) => keys.some((key) => encrypted.indexOf(nameOf(key)) === 0),
    currentName: nameOf(current),
  };
}
