import { readSignedCode } from '@kerb/domain/signing/signed-codes.ts';
import { describe, expect, it } from 'vitest';

describe('the code of a signed agreement', () => {
  it.each([
    'K7Q2-M9XW-4PAB-2345',
    'k7q2-m9xw-4pab-2345',
    'K7Q2M9XW4PAB2345',
    ' k7q2 m9xw 4pab 2345 ',
    'K7Q2–M9XW—4PAB‑2345',
    'K7Q2\u00a0M9XW.4PAB_2345',
    'K7Q2-M9XW-4PAB-2345.',
  ])('is read however it is typed: %j', (typed) => {
    expect(readSignedCode(typed)).toBe('K7Q2-M9XW-4PAB-2345');
  });

  it.each(['', 'K7Q2', 'K7Q2-M9XW-4PAB-234', 'K7Q2-M9XW-4PAB-23456', 'O0I1-M9XW-4PAB-2345', 'K7Q2/M9XW/4PAB/2345'])(
    'is not %j',
    (typed) => {
      expect(readSignedCode(typed)).toBeNull();
    },
  );
});
