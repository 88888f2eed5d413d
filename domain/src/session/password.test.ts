import { decidePassword } from '@kerb/domain/session/password.ts';
import { describe, expect, it } from 'vitest';

const owner = {
  emailAddress: 'Ann.Archer@example.com',
  names: ['Ann', 'Archer', 'Ann Archer'],
  organisations: ['Harbourlight Estate Agents'],
  brand: 'KerbPay',
};
/** A small list; the server's own has many thousands. */
const known = {
  isPassword: (lowered: string) => ['password123', '4815162342', 'trustno1trustno1'].includes(lowered),
  isRoot: (word: string) => ['dragon', 'liverpool'].includes(word),
};
const easy = 'That password is too easy to guess. Choose another.';
const aboutYou = 'That password is made of words that others know about you or us. Choose other words.';
const verdictOn = (password: string) => {
  const verdict = decidePassword(password, owner, known);
  return verdict.ok ? 'ok' : verdict.because;
};

describe('a new password', () => {
  // biome-ignore format: a table
  it.each([
    ['correct horse battery', 'ok'],
    ['ten chars!',            'ok'],
    ['пароль из слов',        'ok'],
    ['  spaces count too  ',  'ok'],
    ['',                      'Enter a password.'],
    ['nine char',             'Use at least 10 characters.'],
    ['👍👍👍👍👍👎',             'Use at least 10 characters.'],
    ['ann.archer@EXAMPLE.com', 'Do not use your email address as your password.'],
    ['ann.archer',            'Do not use your email address as your password.'],
    ['4815162342',            easy],
    ['1234567890',            easy],
    ['aaaaaaaaaaaa',          easy],
    ['ababababababab',        easy],
    ['qwertyuiop',            easy],
    ['poiuytrewq',            easy],
    ['abcdefghijkl',          easy],
    ['Liverpool2026',         easy],
    ['dr4g0n!!2026',          easy],
    ['TrustNo1TrustNo1',      easy],
    ['Password123',           aboutYou],
    ['kerb.example.com',      aboutYou],
    ['Welcome2026!',          aboutYou],
    ['Summer2026!',           aboutYou],
    ['KerbPay2026!',          aboutYou],
    ['P@ssw0rd2026',          aboutYou],
    ['realestate2026',        aboutYou],
    ['AnnArcher1984',         aboutYou],
    ['harbourlight#1',        aboutYou],
    ['Vendor-Agent-99',       aboutYou],
    ['archer of the round table', 'ok'],
  ])('%j: %s', (password, expected) => {
    expect(verdictOn(password)).toBe(expected);
  });

  it('may have 200 characters and no more', () => {
    const long = 'the quick brown fox '.repeat(10);
    expect(verdictOn(long)).toBe('ok');
    expect(verdictOn(`${long}x`)).toBe('Use at most 200 characters.');
  });
});
