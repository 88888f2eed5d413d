import { argon2Sync } from 'node:crypto';
import { hashPassword, isPassword, turnOfPerson, turnOfStranger } from '@kerb/server/platform/auth/password.ts';
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

describe('a flood of passwords', () => {
  /** Notes the order in which the hashes end, and what was refused. */
  function order() {
    const ended: string[] = [];
    const start = (name: string, turn: Parameters<typeof isPassword>[2]) =>
      isPassword(password, null, turn).then(
        () => void ended.push(name),
        (problem: { status: number }) => void ended.push(`${name} ${problem.status}`),
      );
    return { ended, start };
  }

  it('of one network is refused beyond a few, and another network waits for at most two of them', async () => {
    const { ended, start } = order();
    const flood = Array.from({ length: 40 }, () => start('flood', turnOfStranger('198.51.100.7')));
    await Promise.all([...flood, start('other', turnOfStranger('203.0.113.9'))]);
    expect(ended.filter((name) => name === 'flood 503')).toHaveLength(34);
    const hashed = ended.filter((name) => !name.endsWith('503'));
    expect(hashed.indexOf('other')).toBeLessThanOrEqual(2);
    expect(hashed).toHaveLength(7);
  });

  it('of many networks does not delay a person who is known', async () => {
    const { ended, start } = order();
    const flood = Array.from({ length: 12 }, (_, n) => start('flood', turnOfStranger(`198.51.100.${n}`)));
    await start('known', turnOfPerson(7));
    expect(ended.length).toBeLessThanOrEqual(4);
    await Promise.all(flood);
  });

  it('of one address of an IPv6 network counts for the whole network', () => {
    expect(turnOfStranger('2001:db8:1:2::5')).toEqual(turnOfStranger('2001:db8:1:2:ffff::9'));
  });
});
