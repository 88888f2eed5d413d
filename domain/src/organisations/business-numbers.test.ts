import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';
import { formatBusinessNumber, parseBusinessNumber } from '@kerb/domain/organisations/business-numbers.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const errorOf = (typed: string, country: typeof australia | typeof newZealand) => {
  const verdict = parseBusinessNumber(typed, country);
  return verdict.ok ? null : verdict.validation?.abn?.[0];
};
const digitsOf = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((digits) => digits.join(''));

// biome-ignore format: a table
const sound = [
  [australia,  '51 824 753 556', '51824753556',   '51 824 753 556'],
  [australia,  '53 004 085 616', '53004085616',   '53 004 085 616'],
  [australia,  '53004085616',    '53004085616',   '53 004 085 616'],
  [australia,  ' 53-004-085-616 ', '53004085616', '53 004 085 616'],
  [newZealand, '9429039501974',  '9429039501974', '9429039501974' ],
  [newZealand, '9429 0395 01974', '9429039501974', '9429039501974'],
] as const;

describe('a business number', () => {
  it.each(sound)('of $code is read from %j and formatted again', (country, typed, kept, shown) => {
    expect(parseBusinessNumber(typed, country)).toEqual({ ok: true, value: kept });
    expect(formatBusinessNumber(kept, country)).toBe(shown);
  });

  // biome-ignore format: a table
  it.each([
    [australia,  '51 824 753 557',  'notValid',             'That ABN is not valid.'],
    [australia,  '01 824 753 556',  'notValid',             'That ABN is not valid.'],
    [australia,  '00 000 000 000',  'notValid',             'That ABN is not valid.'],
    [australia,  '51 824 753 55',   'stringLengthTooShort', 'Enter the 11 digits of the ABN.'],
    [australia,  '51 824 753 5566', 'stringLengthTooLong',  'Enter the 11 digits of the ABN.'],
    [australia,  '51 824 753 55O',  'notDigits',            'Enter the 11 digits of the ABN.'],
    [australia,  '',                'stringLengthTooShort', 'Enter the 11 digits of the ABN.'],
    [newZealand, '9429039501976',   'notValid',             'That NZBN is not valid.'],
    [newZealand, '0000000000000',   'notValid',             'That NZBN is not valid.'],
    [newZealand, '51 824 753 556',  'stringLengthTooShort', 'Enter the 13 digits of the NZBN.'],
    [newZealand, 'NZBN 9429039501974', 'notDigits',         'Enter the 13 digits of the NZBN.'],
  ] as const)('of $code is refused as %j: %s', (country, typed, type, message) => {
    expect(errorOf(typed, country)).toEqual({ type, message });
  });

  it('is refused under the given field', () => {
    const verdict = parseBusinessNumber('1', australia, 'billerAbn');
    expect(verdict.ok ? {} : verdict.validation).toHaveProperty('billerAbn');
  });

  it.each([
    [australia, 11],
    [newZealand, 13],
  ] as const)('of $code that is valid becomes invalid with any one digit changed', (country, length) => {
    const changed = fc.tuple(fc.nat({ max: length - 1 }), fc.integer({ min: 1, max: 9 }));
    const own = sound.filter(([of]) => of === country).map(([, , kept]) => kept);
    fc.assert(
      fc.property(changed, fc.constantFrom(...own), ([place, by], kept) => {
        const digit = (Number(kept[place]) + by) % 10;
        expect(errorOf(kept.slice(0, place) + digit + kept.slice(place + 1), country)).not.toBeNull();
      }),
    );
  });

  it.each([
    [australia, 11],
    [newZealand, 13],
  ] as const)('of $code is either refused with a message or stored as exactly the typed digits', (country, length) => {
    fc.assert(
      fc.property(fc.oneof(digitsOf(length), fc.string()), (typed) => {
        const verdict = parseBusinessNumber(typed, country);
        const again = verdict.ok
          ? parseBusinessNumber(formatBusinessNumber(verdict.value, country), country)
          : parseBusinessNumber(typed, country);
        expect(again).toEqual(verdict);
        expect(verdict.ok ? verdict.value : verdict.because).toMatch(verdict.ok ? /^\d+$/ : /\.$/);
      }),
    );
  });
});
