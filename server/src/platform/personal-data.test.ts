import { randomBytes } from 'node:crypto';
import { personalDataUnder, UnknownKey } from '@kerb/server/platform/personal-data.ts';
import { describe, expect, it } from 'vitest';

const older = { id: '2025', key: randomBytes(32) };
const newer = { id: '2026', key: randomBytes(32) };
const born = Buffer.from('1980-01-31');

describe('personal data', () => {
  it('decrypts only for its owner', () => {
    const data = personalDataUnder([newer]);
    const sealed = data.seal(born, 'signatory 7');
    expect(data.open(sealed, 'signatory 7')).toEqual(born);
    expect(() => data.open(sealed, 'signatory 8')).toThrow();
    expect(sealed.includes(born)).toBe(false);
  });

  it('has different ciphertext each time', () => {
    const data = personalDataUnder([newer]);
    expect(data.seal(born, 'x')).not.toEqual(data.seal(born, 'x'));
  });

  it('stays readable after its key was replaced, and says that it has an old key', () => {
    const sealed = personalDataUnder([older]).seal(born, 'x');
    const data = personalDataUnder([newer, older]);
    expect(data.open(sealed, 'x')).toEqual(born);
    expect(data.isCurrent(sealed)).toBe(false);
    expect(data.isCurrent(data.seal(born, 'x'))).toBe(true);
  });

  it('names the missing key', () => {
    const sealed = personalDataUnder([older]).seal(born, 'x');
    expect(() => personalDataUnder([newer]).open(sealed, 'x')).toThrow(new UnknownKey('2025'));
  });

  it('does not decrypt if it was changed', () => {
    const data = personalDataUnder([newer]);
    const sealed = data.seal(born, 'x');
    sealed[sealed.length - 1]! ^= 1;
    expect(() => data.open(sealed, 'x')).toThrow();
    expect(() => data.open(Buffer.from('short'), 'x')).toThrow();
  });
});
