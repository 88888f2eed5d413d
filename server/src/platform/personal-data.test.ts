import { randomBytes } from 'node:crypto';
import { personalDataUnder, UnknownKey } from '@kerb/server/platform/personal-data.ts';
import { describe, expect, it } from 'vitest';

const older = { id: '2025', key: randomBytes(32) };
const newer = { id: '2026', key: randomBytes(32) };
const born = Buffer.from('1980-01-31');

describe('personal data', () => {
  it('decrypts only for its owner', () => {
    const data = personalDataUnder([newer]);
    const encrypted = data.encrypt(born, 'signatory 7');
    expect(data.decrypt(encrypted, 'signatory 7')).toEqual(born);
    expect(() => data.decrypt(encrypted, 'signatory 8')).toThrow();
    expect(encrypted.includes(born)).toBe(false);
  });

  it('has different ciphertext each time', () => {
    const data = personalDataUnder([newer]);
    expect(data.encrypt(born, 'x')).not.toEqual(data.encrypt(born, 'x'));
  });

  it('stays readable after its key was replaced, and says that it has an old key', () => {
    const encrypted = personalDataUnder([older]).encrypt(born, 'x');
    const data = personalDataUnder([newer, older]);
    expect(data.decrypt(encrypted, 'x')).toEqual(born);
    expect(data.isCurrent(encrypted)).toBe(false);
    expect(data.isCurrent(data.encrypt(born, 'x'))).toBe(true);
  });

  it('names the missing key', () => {
    const encrypted = personalDataUnder([older]).encrypt(born, 'x');
    expect(() => personalDataUnder([newer]).decrypt(encrypted, 'x')).toThrow(new UnknownKey('2025'));
  });

  it('does not decrypt if it was changed', () => {
    const data = personalDataUnder([newer]);
    const encrypted = data.encrypt(born, 'x');
    encrypted[encrypted.length - 1]! ^= 1;
    expect(() => data.decrypt(encrypted, 'x')).toThrow();
    expect(() => data.decrypt(Buffer.from('short'), 'x')).toThrow();
  });
});
