import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A key with its id. The id is the prefix of everything encrypted with the key. */
export type PersonalKey = { id: string; key: Buffer };

/**
 * Encrypts personal data: age, home, documents. Each value is encrypted with the current key, prefixed with the key's
 * id, and bound to its owner, so that it does not decrypt in another record.
 */
export type PersonalData = {
  seal: (plain: Buffer, of: string) => Buffer;
  open: (sealed: Buffer, of: string) => Buffer;
  /** Whether it is encrypted with the current key. */
  isCurrent: (sealed: Buffer) => boolean;
};

const algorithm = 'aes-256-gcm';
const form = 1;
const [ivBytes, tagBytes] = [12, 16];

/** A key that some data is encrypted with and that is no longer configured. */
export class UnknownKey extends Error {
  constructor(id: string) {
    super(`PERSONAL_DATA_KEYS has no key named '${id}': put it back, after the others.`);
  }
}

function parted(sealed: Buffer): { id: string; rest: Buffer } {
  const idBytes = sealed[1] ?? 0;
  if (sealed[0] !== form || sealed.length < 2 + idBytes + ivBytes + tagBytes)
    throw new Error('not an encrypted value of this product');
  return { id: sealed.subarray(2, 2 + idBytes).toString(), rest: sealed.subarray(2 + idBytes) };
}

/** The first key is the current one; the others decrypt older values. */
export function personalDataUnder(keys: readonly [PersonalKey, ...PersonalKey[]]): PersonalData {
  const [current] = keys;
  const byId = new Map(keys.map(({ id, key }) => [id, key]));
  return {
    seal: (plain, of) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, current.key, iv).setAAD(Buffer.from(of));
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
      const id = Buffer.from(current.id);
      return Buffer.concat([Buffer.from([form, id.length]), id, iv, cipher.getAuthTag(), sealed]);
    },
    open: (sealed, of) => {
      const { id, rest } = parted(sealed);
      const key = byId.get(id);
      if (!key) throw new UnknownKey(id);
      const decipher = createDecipheriv(algorithm, key, rest.subarray(0, ivBytes)).setAAD(Buffer.from(of));
      decipher.setAuthTag(rest.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(rest.subarray(ivBytes + tagBytes)), decipher.final()]);
    },
    isCurrent: (sealed) => sealed[0] === form && parted(sealed).id === current.id,
  };
}
