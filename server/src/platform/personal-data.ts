import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A key by the name that stands in front of everything sealed under it. */
export type PersonalKey = { id: string; key: Buffer };

/**
 * Seals what people would not want read: their age, their home, their papers. Each under the key in force, whose name
 * stands in front, and bound to whose it is: moved to another's record it does not open.
 */
export type PersonalData = {
  seal: (plain: Buffer, of: string) => Buffer;
  open: (sealed: Buffer, of: string) => Buffer;
  /** Whether it is sealed under the key in force. */
  isCurrent: (sealed: Buffer) => boolean;
};

const algorithm = 'aes-256-gcm';
const form = 1;
const [ivBytes, tagBytes] = [12, 16];

/** A key that something is sealed under and that is no longer configured. */
export class UnknownKey extends Error {
  constructor(id: string) {
    super(`PERSONAL_DATA_KEYS has no key named '${id}': put it back, after the others.`);
  }
}

function parted(sealed: Buffer): { id: string; rest: Buffer } {
  const idBytes = sealed[1] ?? 0;
  if (sealed[0] !== form || sealed.length < 2 + idBytes + ivBytes + tagBytes)
    throw new Error('this was not sealed here');
  return { id: sealed.subarray(2, 2 + idBytes).toString(), rest: sealed.subarray(2 + idBytes) };
}

/** The first key is in force; the others open what was sealed before. */
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
