import { plainText } from '@kerb/domain/countries/plain-text.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';

// biome-ignore format: a table
it.each([
  ['Whangārei Realty',        32, 'Whangarei Realty'],
  ['Whangārei Realty'.normalize('NFD'), 32, 'Whangarei Realty'],
  ['Kōwhai & Rātā Ltd',       32, 'Kowhai & Rata Ltd'],
  ["O’Brien's (Sydney) Pty",  32, "O'Brien's (Sydney) Pty"],
  ['Smørrebrød Straße',       32, 'Smorrebrod Strasse'],
  ['Œuvre, Inc.',             32, 'OEuvre Inc.'],
  ['=SUM(A1)',                32, 'SUM(A1)'],
  ['-1+1',                    32, '1 1'],
  ['a\r\nb\tc',               32, 'a b c'],
  ['“Quoted”, with commas',   32, 'Quoted with commas'],
  ['Ｆｕｌｌ ｗｉｄｔｈ',          32, 'Full width'],
  ['Twelve chars and more',   12, 'Twelve chars'],
  ['Twelve char and more',    12, 'Twelve char'],
  ['物業',                     32, ''],
])('%j within %i is %j', (text, longest, expected) => expect(plainText(text, longest)).toBe(expected));

const any = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));
const marked = fc.constantFrom(...'āēīōūĀÉçñøßłŒ–’ (&.-');

it('is always ASCII, within its length, trimmed, and unchanged by a second pass', () => {
  const anything = fc.oneof(fc.string(), fc.string({ unit: any }), fc.string({ unit: marked }));
  fc.assert(
    fc.property(anything, fc.integer({ min: 1, max: 40 }), (text, longest) => {
      const plain = plainText(text, longest);
      expect(plain).toMatch(/^[A-Za-z0-9 &'()./-]*$/);
      expect(plain.length).toBeLessThanOrEqual(longest);
      expect(plain.trim()).toBe(plain);
      expect(plainText(plain, longest)).toBe(plain);
    }),
  );
});
