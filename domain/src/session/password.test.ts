import { decidePassword } from '@kerb/domain/session/password.ts';
import { describe, expect, it } from 'vitest';

const emailAddress = 'Ann.Archer@example.com';
const verdictOn = (password: string) => {
  const verdict = decidePassword(password, { emailAddress });
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
    ['Password123',           'That password is too easy to guess. Choose another.'],
    ['1234567890',            'That password is too easy to guess. Choose another.'],
    ['aaaaaaaaaaaa',          'That password is too easy to guess. Choose another.'],
    ['ababababababab',        'That password is too easy to guess. Choose another.'],
  ])('%j: %s', (password, expected) => {
    expect(verdictOn(password)).toBe(expected);
  });

  it('may have 200 characters and no more', () => {
    const long = 'the quick brown fox '.repeat(10);
    expect(verdictOn(long)).toBe('ok');
    expect(verdictOn(`${long}x`)).toBe('Use at most 200 characters.');
  });
});
