import { argon2Sync } from 'node:crypto';
import { hashPassword, isPassword } from '@kerb/server/platform/auth/password.ts';
import { describe, expect, it } from 'vitest';

const password = 'correct horse battery';

describe('a stored password', () => {
  it('is an argon2id hash with a salt of its own and the cost that OWASP asks for', async () => {
    const [first, second] = [await hashPassword(password), await hashPassword(password)];
    expect(first).not.toBe(second);
    const [, form, version, cost, salt = '', tag = ''] = first.split('$');
    expect([form, version]).toEqual(['argon2id', 'v=19']);
    const [memory = 0, passes = 0] = (cost ?? '').match(/\d+/g)?.map(Number) ?? [];
    expect(memory).toBeGreaterThanOrEqual(19_456);
    expect(passes).toBeGreaterThanOrEqual(2);
    expect(Buffer.from(salt, 'base64')).toHaveLength(16);
    expect(Buffer.from(tag, 'base64')).toHaveLength(32);
  });

  it('is compared whole: neither a longer, a shorter nor another case of it is right', async () => {
    const stored = await hashPassword(password);
    expect(await isPassword(password, stored)).toBe(true);
    for (const other of [`${password} `, password.slice(0, -1), password.toUpperCase(), ''])
      expect(await isPassword(other, stored), other).toBe(false);
    const long = 'a'.repeat(199);
    expect(await isPassword(`${long}c`, await hashPassword(`${long}b`))).toBe(false);
  });

  it('stays valid when the cost is raised later', async () => {
    const nonce = Buffer.alloc(16, 7);
    const cheap = { memory: 8_192, passes: 1, parallelism: 1 };
    const tag = argon2Sync('argon2id', { message: Buffer.from(password), nonce, ...cheap, tagLength: 32 });
    const plain = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');
    const stored = `$argon2id$v=19$m=8192,t=1,p=1$${plain(nonce)}$${plain(tag)}`;
    expect(await isPassword(password, stored)).toBe(true);
    expect(await isPassword('another password', stored)).toBe(false);
  });
});
