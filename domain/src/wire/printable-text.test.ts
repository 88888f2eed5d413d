import { isPrintable, personName, printableText, requiredPrintable } from '@kerb/domain/wire/printable-text.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const messageFor = (schema: z.ZodMiniType, typed: string) => z.safeDecode(schema, typed).error?.issues[0]?.message;

describe('the name of a person', () => {
  // biome-ignore format: a table
  it.each([
    ['Māori',       'Hēmi Tāwhiri-Ngāpō'],
    ['Hawaiian',    'Kaʻiulani'],
    ['Vietnamese',  'Nguyễn Thị Hồng Ánh'],
    ['Polish',      'Łukasz Żółć'],
    ['Icelandic',   'Guðrún Þórðardóttir'],
    ['Turkish',     'Işıl Çağlayan'],
    ['German',      'Jörg Weiß'],
    ['Irish',       "Siobhán O'Neill"],
    ['Yoruba',      'Ọlá Ṣadé'],
    ['Yolŋu',       'Gurruwiwi Waḻpulay'],
    ['a company’s', 'Smith & Sons (No. 3) Pty Ltd'],
  ])('may be %s: %s', (_which, name) => {
    expect(z.decode(personName(100), ` ${name} `)).toBe(name);
  });

  it.each(['王小明', 'محمد علي', 'ਗੁਰਪ੍ਰੀਤ', 'Иван', 'Ελένη', 'Mia 😀', 'Mia 王', 'Mi\u0000a', 'Mia\nMock'])(
    'may not be %j, which an agreement cannot print',
    (name) => {
      expect(messageFor(personName(100), name)).toBe(
        'Please enter the name in Latin letters, as on the passport or licence.',
      );
    },
  );

  // biome-ignore format: a table
  it.each([
    ['a letter and its mark become one character', 'Te\u0304', 'Tē'],
    ['full-width letters become plain',            'ＫＩＭ',    'KIM'],
    ['a ligature becomes its letters',             'Gri\ufb03n', 'Griffin'],
    ['an accent typed as an apostrophe is one',    'O´Neill',  "O'Neill"],
  ])('%s', (_what, typed, kept) => {
    expect(z.decode(personName(100), typed)).toBe(kept);
  });

  it('is required, and has a longest length', () => {
    expect(z.safeDecode(personName(3), '  ').error?.issues).toMatchObject([{ code: 'too_small' }]);
    expect(z.safeDecode(personName(3), 'Anna').error?.issues).toMatchObject([{ code: 'too_big' }]);
  });
});

describe('text that an agreement prints', () => {
  it.each(['12½ Queen Street', 'Unit 3/45 Ōtāhuhu Rd', '“Rose” & Co — Ltd', ''])('may be %j', (typed) => {
    expect(z.decode(printableText(100), typed)).toBe(typed);
  });

  it.each(['皇后大道', 'ул. Ленина', 'Beach ☀'])('may not be %j', (typed) => {
    expect(messageFor(printableText(100), typed)).toBe('Please write this in Latin letters.');
    expect(isPrintable(typed)).toBe(false);
  });

  it('can be required', () => {
    expect(z.safeDecode(requiredPrintable(3), ' ').error?.issues).toMatchObject([{ code: 'too_small' }]);
  });
});
