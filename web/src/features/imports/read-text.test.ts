import { textFrom } from '@kerb/web/features/imports/read-text.ts';
import { describe, expect, it } from 'vitest';

describe('the text of a file', () => {
  // biome-ignore format: a table
  it.each([
    ['UTF-8',             [0x5a, 0x6f, 0xc3, 0xab],                   'Zoë'],
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x5a, 0x6f, 0xc3, 0xab], 'Zoë'],
    ['Windows-1252',      [0x5a, 0x6f, 0xeb, 0x2c, 0x80],             'Zoë,€'],
    ['ASCII',             [0x5a, 0x6f, 0x65],                         'Zoe'],
  ])('is read in %s', (_what, bytes, text) => expect(textFrom(new Uint8Array(bytes))).toBe(text));
});
