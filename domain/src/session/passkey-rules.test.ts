import { decideRemovePasskey, mayBeginWithPasskey } from '@kerb/domain/session/passkey-rules.ts';
import { describe, expect, it } from 'vitest';

describe('a passkey', () => {
  // biome-ignore format: a table
  it.each([
    { passkeys: 1, isRequired: false, hasApp: false, isPasswordless: false, isRemoved: true },
    { passkeys: 1, isRequired: true,  hasApp: false, isPasswordless: false, isRemoved: false },
    { passkeys: 1, isRequired: true,  hasApp: true,  isPasswordless: false, isRemoved: true },
    { passkeys: 1, isRequired: false, hasApp: false, isPasswordless: true,  isRemoved: false },
    { passkeys: 1, isRequired: false, hasApp: true,  isPasswordless: true,  isRemoved: false },
    { passkeys: 2, isRequired: true,  hasApp: false, isPasswordless: true,  isRemoved: true },
  ])('may be removed if another way to log in is left: %o', ({ isRemoved, ...factor }) => {
    expect(decideRemovePasskey(factor).ok).toBe(isRemoved);
  });

  it.each([
    [false, false, true],
    [true, false, false],
    [false, true, false],
    [true, true, false],
  ])('takes the place of a password (has one: %s, second factor: %s): %s', (hasPassword, isOn, isOffered) => {
    expect(mayBeginWithPasskey({ hasPassword, isOn })).toBe(isOffered);
  });
});
