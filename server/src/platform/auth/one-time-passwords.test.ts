import { base32, keyUri, newSecret, stepOfPassword } from '@kerb/server/platform/auth/one-time-passwords.ts';
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
    expect(stepOfPassword(secret, password, second * 1_000)).toBe(Math.floor(second / 30));
  });

  // The password of step 37037037, which lasts from second 1111111110 to second 1111111139.
  // biome-ignore format: a table
  it.each([
    ['the last moment before it',             1_111_111_109_999, null],
    ['its first moment',                      1_111_111_110_000, 37_037_037],
    ['its last moment',                       1_111_111_139_999, 37_037_037],
    ['the last moment of the step after it',  1_111_111_169_999, 37_037_037],
    ['two steps after it',                    1_111_111_170_000, null],
  ])('typed at %s belongs to step %3$s', (_, milliseconds, step) => {
    expect(stepOfPassword(secret, '050471', milliseconds)).toBe(step);
  });

  it.each(['', '28708', '2870820', 'abcdef', '２８７０８２', '287082 '])('is not %j', (typed) => {
    expect(stepOfPassword(secret, typed, 59_000)).toBeNull();
  });
});

describe('a secret', () => {
  it('is 160 bits, new each time', () => {
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

  it('has its issuer and account in the format that apps read', () => {
    const uri = new URL(keyUri(Buffer.from('foobar'), { issuer: 'KerbPay', account: 'a+b@example.com' }));
    expect(`${uri.protocol}//${uri.host}${uri.pathname}`).toBe('otpauth://totp/KerbPay:a%2Bb%40example.com');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: 'MZXW6YTBOI',
      issuer: 'KerbPay',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
