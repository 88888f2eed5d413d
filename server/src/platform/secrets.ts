import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { must } from '@kerb/domain/kernel/must.ts';
import { makeFolder } from '@kerb/server/platform/config/make-folder.ts';
import { type Config, ConfigError } from '@kerb/server/platform/config.ts';
import { type PersonalData, type PersonalKey, personalDataUnder } from '@kerb/server/platform/personal-data.ts';

/** The uses of the deployment's key. Each use has its own derived key. */
type Purpose =
  | 'seal'
  | 'payment-link'
  | 'payment-link-mailbox'
  | 'files'
  | 'card-sandbox'
  | 'codes'
  | 'passkeys'
  | 'events'
  | 'personal-data'
  | 'document-signing'
  | 'deployment';

export type Secrets = {
  /** With the newest key. */
  encrypt: (plain: Buffer) => Buffer;
  decrypt: (encrypted: Buffer) => Buffer;
  /** Whether it is encrypted with the newest key. */
  isCurrent: (encrypted: Buffer) => boolean;
  /** The first bytes of everything that is encrypted with the newest key. */
  currentName: Buffer;
  /** Always the same for the same words and key. With the newest key. */
  derive: (purpose: Purpose, words: string) => string;
  hasEarlierKeys: boolean;
  /** The number of the newest key, at most `mostKeyNumber`. It is stored beside what is derived again later. */
  keyNumber: number;
  /** With the key of that number. Null if the deployment no longer has it. */
  deriveUnder: (keyNumber: number, purpose: Purpose, words: string) => string | null;
  /** With each key, the newest first: to recognise what was derived before the key was replaced. */
  deriveEach: (purpose: Purpose, words: string) => string[];
  personal: PersonalData;
};

export const sha256 = (text: string | Buffer): Buffer => hash('sha256', text, 'buffer');
export const randomToken = (): string => randomBytes(32).toString('base64url');
export const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

const algorithm = 'aes-256-gcm';
/** The first byte of a value that names its key. An earlier value has no such byte. */
const form = 2;
const idBytes = 4;
const headBytes = 1 + idBytes;

/** Small enough to be a part of an integer. */
export const mostKeyNumber = 20_000;

type MasterKey = { id: Buffer; number: number; keyFor: (purpose: Purpose) => Buffer };

function masterKey(bytes: Buffer): MasterKey {
  const derived = (name: string, length: number) => Buffer.from(hkdfSync('sha256', bytes, '', `kerb ${name}`, length));
  const id = derived('key id', idBytes);
  return { id, number: 1 + (id.readUInt32BE() % mostKeyNumber), keyFor: (purpose) => derived(purpose, 32) };
}

const headOf = ({ id }: MasterKey): Buffer => Buffer.concat([Buffer.from([form]), id]);
const isUnder = (key: MasterKey, encrypted: Buffer): boolean => encrypted.subarray(0, headBytes).equals(headOf(key));

/** Null if the value is not encrypted with this key. */
function opened({ keyFor }: MasterKey, sealed: Buffer): Buffer | null {
  try {
    const decipher = createDecipheriv(algorithm, keyFor('seal'), sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
  } catch {
    // Another key may fit. If none does, the caller throws.
    return null;
  }
}

function decryptWith(keys: readonly MasterKey[], encrypted: Buffer): Buffer {
  const named = keys
    .filter((key) => isUnder(key, encrypted))
    .map((key) => ({ key, sealed: encrypted.subarray(headBytes) }));
  const earlier = keys.map((key) => ({ key, sealed: encrypted }));
  for (const { key, sealed } of [...named, ...earlier]) {
    const plain = opened(key, sealed);
    if (plain !== null) return plain;
  }
  throw new Error('a value is not encrypted with any key of SECRET_KEY');
}

/** Before keys had ids, the key for personal data that is derived from the deployment's key was named so. */
const earlierOwnKey = 'own';

/** The keys for personal data that are derived from the deployment's keys. The first encrypts if no other is set. */
const ownPersonalKeys = (keys: readonly MasterKey[]): PersonalKey[] => {
  const derived = keys.map(({ id, keyFor }) => ({ id: `own-${id.toString('hex')}`, key: keyFor('personal-data') }));
  return [...derived, ...derived.map(({ key }) => ({ id: earlierOwnKey, key }))];
};

/** The newest key is first. The others only decrypt, and recognise what was derived from them. */
export function secretsFrom(
  masterKeys: Buffer | readonly Buffer[],
  personalKeys: readonly PersonalKey[] = [],
): Secrets {
  const keys = [masterKeys].flat().map(masterKey);
  const newest = must(keys[0], 'a deployment key');
  if (new Set(keys.map(({ number }) => number)).size < keys.length) {
    throw new ConfigError('SECRET_KEY has two keys with the same number, by chance: create another new key.');
  }
  const [first, ...others] = [...personalKeys, ...ownPersonalKeys(keys)];
  const deriveWith = ({ keyFor }: MasterKey, purpose: Purpose, words: string) =>
    createHmac('sha256', keyFor(purpose)).update(words).digest('base64url');
  const deriveEach = (purpose: Purpose, words: string) => keys.map((key) => deriveWith(key, purpose, words));
  return {
    encrypt: (plain) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv(algorithm, newest.keyFor('seal'), iv);
      const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([headOf(newest), iv, cipher.getAuthTag(), encrypted]);
    },
    decrypt: (encrypted) => decryptWith(keys, encrypted),
    isCurrent: (encrypted) => isUnder(newest, encrypted),
    currentName: headOf(newest),
    hasEarlierKeys: keys.length > 1,
    keyNumber: newest.number,
    deriveUnder: (keyNumber, purpose, words) => {
      // Before keys had numbers, there was one key: the oldest.
      const key = keyNumber === 0 ? keys.at(-1) : keys.find(({ number }) => number === keyNumber);
      return key ? deriveWith(key, purpose, words) : null;
    },
    derive: (purpose, words) => deriveWith(newest, purpose, words),
    deriveEach,
    personal: personalDataUnder([must(first, 'a key for personal data'), ...others]),
  };
}

const ownKeyFile = ({ dataDir }: Config): string => join(dataDir, 'sandbox-key');

/** False: the next start of the sandbox creates its key. */
export const hasMasterKey = (config: Config): boolean => config.secretKeys.length > 0 || existsSync(ownKeyFile(config));

/** A sandbox creates its own key and stores it with its data. Elsewhere the key is configuration. */
export function masterKeysOf(config: Config): Buffer[] {
  if (config.secretKeys.length > 0) return config.secretKeys.map((key) => Buffer.from(key, 'base64'));
  const file = ownKeyFile(config);
  if (!existsSync(file)) {
    makeFolder(config.dataDir);
    const mine = `${file}.${process.pid}`;
    writeFileSync(mine, randomBytes(32).toString('base64'), { mode: 0o600, flush: true });
    try {
      // If several servers start at once, one creates the file and the others use its key.
      linkSync(mine, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(mine, { force: true });
    }
  }
  return [Buffer.from(readFileSync(file, 'utf8'), 'base64')];
}
