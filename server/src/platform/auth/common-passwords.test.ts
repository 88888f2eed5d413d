import { randomInt } from 'node:crypto';
import { decidePassword } from '@kerb/domain/session/password.ts';
import { commonPasswords } from '@kerb/server/platform/auth/common-passwords.ts';
import { describe, expect, it } from 'vitest';

const owner = { emailAddress: 'ann@example.com', names: ['Ann', 'Archer'], organisations: ['Harbourlight'] };
const isAllowed = (password: string) => decidePassword(password, owner, commonPasswords).ok;

describe('the list of common passwords', () => {
  it('has at least 10,000 passwords that are long enough to be chosen here', () => {
    expect(commonPasswords.size).toBeGreaterThanOrEqual(10_000);
  });

  it.each([
    'qwertyuiop',
    '1q2w3e4r5t',
    'basketball',
    'Manchester',
    'iloveyou123',
    '1qaz2wsx3edc',
    'Monkey12345',
    'superman!!1',
  ])('refuses %s', (password) => {
    expect(isAllowed(password)).toBe(false);
  });

  it('allows passphrases of several words that have nothing to do with the person', () => {
    const words = [
      'copper',
      'lantern',
      'violet',
      'meadow',
      'thirteen',
      'gravel',
      'saffron',
      'pillow',
      'engine',
      'harbour',
    ];
    const phrase = () => Array.from({ length: 4 }, () => words[randomInt(words.length)]).join(' ');
    const phrases = Array.from({ length: 500 }, phrase).filter((each) => new Set(each.split(' ')).size > 2);
    expect(phrases.filter((each) => !isAllowed(each))).toEqual([]);
  });
});
