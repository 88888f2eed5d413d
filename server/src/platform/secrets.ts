import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@kerb/server/platform/config.ts';
import { type PersonalData, type PersonalKey, personalDataUnder } from '@kerb/server/platform/personal-data.ts';

/** The uses of the deployment's key. Each use has its own derived key. */
type Purpose =
  | 'seal'
  | 'payment-link'
  | 'files'
  | 'card-sandbox'
  | 'codes'
  | 'events'
  | 'personal-data'
  | 'document-signing'
  | 'deployment';

export type Secrets = {
  encrypt: (plain: Buffer) => Buffer;
  decrypt: (encrypted: Buffer) => Buffer;
  /** Always the same for the same words, so that a link can be shown again although only its hash is stored. */
  derive: (purpose: Purpose, words: string) => string;
  personal: PersonalData;
};

export const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();
export const randomToken = (): string => randomBytes(32).toString('base64url');
export const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** The id of the key that is derived from the deployment's key. It is used if no other is configured. */
const ownPersonalKey = 'own';

export function secretsFrom(masterKey: Buffer, personalKeys: readonly PersonalKey[] = []): Secrets {
  const keyFor = (purpose: Purpose) => Buffer.from(hkdfSync('sha256', masterKey, '', `kerb ${purpose}`, 32));
  const encryptionKey = keyFor('seal');
  const own = { id: ownPersonalKey, key: keyFor('personal-data') };
  const [first, ...others] = personalKeys;
  return {
    encrypt: (plain) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv);
      const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
    },
    decrypt: (encrypted) => {
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, encrypted.subarray(0, 12));
      decipher.setAuthTag(encrypted.subarray(12, 28));
      return Buffer.concat([decipher.update(encrypted.subarray(28)), decipher.final()]);
    },
    derive: (purpose, words) => createHmac('sha256', keyFor(purpose)).update(words).digest('base64url'),
    personal: personalDataUnder(first ? [first, ...others, own] : [own]),
  };
}

const ownKeyFile = ({ dataDir }: Config): string => join(dataDir, 'sandbox-key');

/** False: the next start of the sandbox creates its key. */
export const hasMasterKey = (config: Config): boolean => config.secretKey !== null || existsSync(ownKeyFile(config));

/** A sandbox creates its own key and stores it with its data. Elsewhere the key is configuration. */
export function masterKeyOf(config: Config): Buffer {
  if (config.secretKey) return Buffer.from(config.secretKey, 'base64');
  const file = ownKeyFile(config);
  if (!existsSync(file)) {
    mkdirSync(config.dataDir, { recursive: true });
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
  return Buffer.from(readFileSync(file, 'utf8'), 'base64');
}
