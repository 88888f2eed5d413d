import {
  base32,
  keyUri,
  newSecret,
  oneTimePassword,
  stepAt,
  stepOfPassword,
} from '@kerb/server/platform/auth/one-time-passwords.ts';
import { describe, expect, it } from 'vitest';

const secret = Buffer.from('12345678901234567890');

describe('a one-time password', () => {
  // RFC 6238, appendix B, the last six of its eight digits.
  // biome-ignore format: a table
  it.each([
    [59,             '287082'],
    [1_111_111_109,  '081804'],
    [1_111_111_111,  '050471'],
    [1_234_567_890,  '005924'],
    [2_000_000_000,  '279037'],
    [20_000_000_000, '353130'],
  ])('at second %i is %s', (second, password) => {
    expect(oneTimePassword(secret, stepAt(second * 1_000))).toBe(password);
  });

  // biome-ignore format: a table
  it.each([
    [-31, null],
    [-30, -1],
    [0,   0],
    [30,  1],
    [60,  null],
  ])('%i seconds away belongs to step %s', (seconds, step) => {
    const now = 1_111_111_111_000;
    const base = stepAt(now) * 30_000;
    const typed = oneTimePassword(secret, stepAt(base + seconds * 1_000));
    expect(stepOfPassword(secret, typed, base)).toBe(step === null ? null : stepAt(now) + step);
  });

  it.each(['', '28708', '2870820', 'abcdef', '２８７０８２'])('is not %j', (typed) => {
    expect(stepOfPassword(secret, typed, 59_000)).toBeNull();
  });
});

describe('a secret', () => {
  it('has 160 bits and is new each time', () => {
    expect(newSecret()).toHaveLength(20);
    expect(newSecret().equals(newSecret())).toBe(false);
  });

  // RFC 4648, section 10, without the padding.
  // biome-ignore format: a table
  it.each([
    ['',       ''],
    ['f',      'MY'],
    ['fo',     'MZXQ'],
    ['foo',    'MZXW6'],
    ['foob',   'MZXW6YQ'],
    ['fooba',  'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%j is written %j', (bytes, text) => {
    expect(base32(Buffer.from(bytes))).toBe(text);
  });

  it('has a key URI with its owner, in the format that apps read', () => {
    expect(keyUri(Buffer.from('foobar'), { issuer: 'KerbPay', account: 'a+b@example.com' })).toBe(
      'otpauth://totp/KerbPay:a%2Bb%40example.com?secret=MZXW6YTBOI&issuer=KerbPay',
    );
  });
});
