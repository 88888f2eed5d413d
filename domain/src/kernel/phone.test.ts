import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { countries } from '@kerb/domain/countries/countries.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';
import { normaliseMobile, parseMobile, parsePhone, writtenPhone } from '@kerb/domain/kernel/phone.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('a mobile as typed', () => {
  // biome-ignore format: a table
  it.each([
    ['a national 0',                      '0412345678',             '+61412345678'],
    ['spaces and a margin',               '  0412 345 678 ',        '+61412345678'],
    ['brackets, dots and hyphens',        '(0412) 345.678-',        '+61412345678'],
    ['no 0 at all',                       '412345678',              '+61412345678'],
    ['a plus',                            '+61 412 345 678',        '+61412345678'],
    ['a plus and a trunk 0',              '+61 (0)412 345 678',     '+61412345678'],
    ['a bare country code',               '61412345678',            '+61412345678'],
    ['a bare country code and a trunk 0', '61 0412 345 678',        '+61412345678'],
    ['a 0 before the country code',       '061412345678',           '+61412345678'],
    ['a 0 before the code, one digit cut', '0614123456',             '+614123456'],
    ['00',                                '0061 412 345 678',       '+61412345678'],
    ['00 and a trunk 0',                  '0061 0412 345 678',      '+61412345678'],
    ['0011',                              '0011 61 412 345 678',    '+61412345678'],
    ['a plus before a national number',   '+0412345678',            '+61412345678'],
    ['a plus before 00',                  '+0061412345678',         '+61412345678'],
    ['a word before it',                  'mob: +61 412 345 678',   '+61412345678'],
    ['a plus within it',                  '0412+345678',            '+61412345678'],
    ['full-width digits',                 '０４１２３４５６７８',       '+61412345678'],
    ['another country with a plus',       '+64 21 123 4567',        '+64211234567'],
    ['another country with 0011',         '0011 64 21 123 4567',    '+64211234567'],
    ['another country with 00',           '00 44 7911 123456',      '+447911123456'],
    ['a landline',                        '(02) 9374 4000',         '+61293744000'],
    ['half of one',                       '0412',                   '+61412'],
    ['half of one, bare code',            '61412',                  '+61412'],
    ['nothing',                           '',                       ''],
    ['blanks',                            '   ',                    ''],
    ['a plus alone',                      '+',                      ''],
    ['a 0 alone',                         '0',                      ''],
    ['words',                             'none',                   ''],
  ])('in Australia with %s: %j', (_how, typed, expected) => {
    expect(normaliseMobile(typed, australia)).toBe(expected);
  });

  // biome-ignore format: a table
  it.each([
    ['a national 0',                      '021 123 4567',           '+64211234567'],
    ['a short mobile',                    '021 123 456',            '+6421123456'],
    ['a long mobile',                     '020 4123 4567',          '+642041234567'],
    ['no 0 at all',                       '211234567',              '+64211234567'],
    ['a plus',                            '+64 21 123 4567',        '+64211234567'],
    ['a plus and a trunk 0',              '+64 (0) 21 123 4567',    '+64211234567'],
    ['a bare country code',               '64211234567',            '+64211234567'],
    ['a 0 before the country code',       '064211234567',           '+64211234567'],
    ['00',                                '0064 21 123 4567',       '+64211234567'],
    ['0011, as Australians dial',         '0011 64 21 123 4567',    '+64211234567'],
    ['another country with 00',           '00 61 412 345 678',      '+61412345678'],
    ['an 06 landline like the code',      '06 412 3456',            '+6464123456'],
    ['a landline',                        '09 300 1234',            '+6493001234'],
  ])('in New Zealand with %s: %j', (_how, typed, expected) => {
    expect(normaliseMobile(typed, newZealand)).toBe(expected);
  });

  const country = fc.constantFrom(...Object.values(countries));
  const typed = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(...'0123456789+ ()-'), maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...'0146+'), maxLength: 16 }),
  );

  it('is unchanged by a second normalisation', () => {
    fc.assert(
      fc.property(typed, country, (text, rules) => {
        const once = normaliseMobile(text, rules);
        expect(normaliseMobile(once, rules)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is empty, or a plus and digits that begin with a country code', () => {
    fc.assert(
      fc.property(typed, country, (text, rules) => {
        expect(normaliseMobile(text, rules)).toMatch(/^$|^\+[1-9]\d*$/);
      }),
      { numRuns: 2_000 },
    );
  });

  // biome-ignore format: a table
  it.each([
    ['Australia',   australia,  fc.integer({ min: 400_000_000, max: 499_999_999 })],
    ['New Zealand', newZealand, fc.integer({ min: 210_000_000, max: 219_999_999 })],
  ])('in %s becomes one number, however its code is written', (_name, rules, nationals) => {
    const code = rules.dialCode.slice(1);
    const prefixes = ['', '0', code, `0${code}`, `00${code}`, `00${code}0`, `0011${code}`, `+${code}`, `+${code}0`, '+0'];
    fc.assert(
      fc.property(nationals, fc.constantFrom(...prefixes), (national, prefix) => {
        expect(normaliseMobile(`${prefix}${national}`, rules)).toBe(`${rules.dialCode}${national}`);
      }),
    );
  });
});

describe('a phone', () => {
  // biome-ignore format: a table
  it.each([
    ['AU', '0412345678',   true ],
    ['AU', '041234567',    false],
    ['AU', '+61412345678', true ],
    ['NZ', '021123456',    true ],
    ['NZ', '02112345',     false],
    ['NZ', ' 0211234 ',    false],
    ['AU', '',             false],
  ] as const)('in %s, %j is long enough for a mobile: %j', (code, phone, expected) => {
    expect(parseMobile(phone, countries[code]).ok).toBe(expected);
  });

  // biome-ignore format: a table
  it.each([
    ['AU', '0412 345 678',        '+61412345678'],
    ['AU', '0491 570 156',        '+61491570156'],
    ['AU', '61412345678',         '+61412345678'],
    ['AU', '0011 61 412 345 678', '+61412345678'],
    ['AU', '+64 21 123 4567',     '+64211234567'],
    ['AU', '+44 7911 123456',     '+447911123456'],
    ['NZ', '021 123 4567',        '+64211234567'],
    ['NZ', '64211234567',         '+64211234567'],
    ['NZ', '+61 412 345 678',     '+61412345678'],
  ] as const)('in %s, %j is the mobile %s', (code, typed, expected) => {
    expect(parseMobile(typed, countries[code])).toEqual({ ok: true, value: expected });
  });

  // biome-ignore format: a table
  it.each([
    ['AU', '02 9374 4000',  '+61293744000',  false],
    ['AU', '1300 665 136',  '+611300665136', false],
    ['AU', '0412 345 678',  '+61412345678',  true ],
    ['NZ', '09 300 1234',   '+6493001234',   false],
    ['NZ', '0800 100 265',  '+64800100265',  false],
    ['NZ', '027 123 4567',  '+64271234567',  true ],
  ] as const)('in %s, %j is stored as %s, a mobile: %j', (code, typed, number, isMobile) => {
    expect(parsePhone(typed, countries[code])).toEqual({ ok: true, value: { number, isMobile } });
    expect(parseMobile(typed, countries[code]).ok).toBe(isMobile);
  });

  // biome-ignore format: a table
  it.each([
    ['AU', '+61491570159',  '0491 570 159'   ],
    ['AU', '+61293744000',  '(02) 9374 4000' ],
    ['AU', '+611300665136', '1300 665 136'   ],
    ['AU', '+64211234567',  '+64 21 123 4567'],
    ['NZ', '+64211234567',  '021 123 4567'   ],
    ['NZ', '+6493001234',   '09 300 1234'    ],
    ['NZ', '+64800100265',  '0800 100 265'   ],
    ['AU', 'ask at desk ',  'ask at desk'    ],
  ] as const)('in %s, the stored number %s is written %s', (code, stored, written) => {
    expect(writtenPhone(stored, countries[code])).toBe(written);
  });

  it.each(['', 'none', '0412', '+', '0412 345 678 999 999', '+999 123 456 789', '+6161412345678'])(
    'that is not a number, such as %j, is refused',
    (typed) => {
      expect(parseMobile(typed, australia)).toEqual({
        ok: false,
        code: 'phone-not-valid',
        because: 'That phone number is not valid.',
        validation: { mobilePhone: [{ type: 'notValid', message: 'That phone number is not valid.' }] },
      });
    },
  );

  it('that cannot receive text messages is refused as a mobile, under its field', () => {
    expect(parseMobile('02 9374 4000', australia, 'agentPhone')).toEqual({
      ok: false,
      code: 'phone-not-mobile',
      because: 'That is not a mobile phone number.',
      validation: { agentPhone: [{ type: 'notValid', message: 'That is not a mobile phone number.' }] },
    });
  });

  it('is understood again after it was stored', () => {
    const kept = fc
      .integer({ min: 400_000_000, max: 499_999_999 })
      .map((national) => parseMobile(`0${national}`, australia));
    fc.assert(
      fc.property(kept, (first) => {
        if (first.ok) expect(parseMobile(first.value, australia)).toEqual(first);
      }),
    );
  });
});
