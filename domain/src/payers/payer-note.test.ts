import { decideNote } from '@kerb/domain/payers/payer-note.ts';
import { expect, it } from 'vitest';

// biome-ignore format: a table
it.each<[string | null | undefined, string | null]>([
  [undefined,                                 null],
  ['  \n ',                                   null],
  ['See you on Monday!',                      'See you on Monday!'],
  ['One.\n\n\nTwo.',                          'One.\nTwo.'],
  ['Call me on 0491 570 006, at 9.30 a.m.',   'Call me on 0491 570 006, at 9.30 a.m.'],
  ['It is $8,750.00. Ask Mr. Lee of St.Ives', 'It is $8,750.00. Ask Mr. Lee of St.Ives'],
])('a note of %j is sent as %j', (typed, note) => {
  expect(decideNote(typed)).toEqual({ ok: true, value: note });
});

// biome-ignore format: a table
it.each([
  ['Pay at https://evil.example/x now',  'https://evil.example/x'],
  ['See www.evil',                       'www.evil'],
  ['See evil.example.',                  'evil.example.'],
  ['See bit.ly/abc',                     'bit.ly/abc'],
  ['Write to eli@bay.example',           'eli@bay.example'],
])('a note cannot have an address: %s', (typed, found) => {
  expect(decideNote(typed)).toMatchObject({ ok: false, validation: { note: [{ message: expect.stringContaining(found) }] } });
});
