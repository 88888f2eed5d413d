import { plainText } from '@kerb/domain/countries/plain-text.ts';
import { expect, it } from 'vitest';

// biome-ignore format: a table
it.each([
  ['Ørsted Ærø Łódź',          'Orsted AEro Lodz'],
  ['łuk æon œuvre øre',        'luk aeon oeuvre ore'],
  ['Đorđe',                    'Dorde'],
  ['Þór Guðrún Ðað',           'Thor Gudrun Dad'],
  ['þing Işık ısı',            'thing Isik isi'],
  ['O‘Neil O’Neil',            "O'Neil O'Neil"],
  ['a–b a—b a‐b a‑b',          'a-b a-b a-b a-b'],
])('a bank reads %j as %j', (text, expected) => expect(plainText(text, 40)).toBe(expected));
