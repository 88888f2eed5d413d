import { createCipheriv, hkdfSync } from 'node:crypto';
import { secretsFrom } from '@kerb/server/platform/secrets.ts';
import { describe, expect, it } from 'vitest';

const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const plain = Buffer.from('a signing key');

/** As a release wrote it in which there was one key, without an id. */
function asBefore(key: Buffer): Buffer {
  const iv = Buffer.alloc(12, 9);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(hkdfSync('sha256', key, '', 'kerb seal', 32)), iv);
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

describe('the keys of a deployment', () => {
  it('encrypt with the newest, and decrypt with any of them', () => {
    const before = secretsFrom(older);
    const after = secretsFrom([newer, older]);
    const encrypted = before.encrypt(plain);
    expect(after.decrypt(encrypted)).toEqual(plain);
    expect([after.isCurrent(encrypted), before.isCurrent(encrypted)]).toEqual([false, true]);
    const again = after.encrypt(plain);
    expect([after.isCurrent(again), secretsFrom(newer).decrypt(again).equals(plain)]).toEqual([true, true]);
    expect(() => before.decrypt(again)).toThrow('a value is not encrypted with any key of SECRET_KEY');
  });

  it('decrypt what was written before keys had ids', () => {
    expect(secretsFrom(older).decrypt(asBefore(older))).toEqual(plain);
    expect(secretsFrom([newer, older]).decrypt(asBefore(older))).toEqual(plain);
    expect(secretsFrom([newer, older]).isCurrent(asBefore(older))).toBe(false);
    expect(() => secretsFrom(newer).decrypt(asBefore(older))).toThrow(/not encrypted with any key/);
  });

  it('do not decrypt a value that was changed', () => {
    const secrets = secretsFrom([newer, older]);
    const encrypted = secrets.encrypt(plain);
    encrypted[encrypted.length - 1]! ^= 1;
    expect(() => secrets.decrypt(encrypted)).toThrow(/not encrypted with any key/);
  });

  it('derive the same text as before, and one for each key', () => {
    const [now, then] = secretsFrom([newer, older]).deriveEach('codes', 'x');
    expect([secretsFrom(newer).derive('codes', 'x'), secretsFrom(older).derive('codes', 'x')]).toEqual([now, then]);
    expect(secretsFrom([newer, older]).derive('codes', 'x')).toBe(now);
  });

  it('encrypt personal data if no other key is set, also that of an earlier key', () => {
    const encrypted = secretsFrom(older).personal.encrypt(plain, 'signatory 7');
    const after = secretsFrom([newer, older]).personal;
    expect(after.decrypt(encrypted, 'signatory 7')).toEqual(plain);
    expect([after.isCurrent(encrypted), after.isCurrent(after.encrypt(plain, 'x'))]).toEqual([false, true]);
    expect(() => secretsFrom(newer).personal.decrypt(encrypted, 'signatory 7')).toThrow(/^SECRET_KEY has no longer/);
  });
});
