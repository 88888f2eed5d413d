import { mostRows } from '@kerb/domain/statements/statement-limits.ts';
import { statementRows } from '@kerb/server/features/statements/statement-rows.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const read = (text: string) => {
  const verdict = statementRows(text);
  return verdict.ok ? verdict.value.map(({ line, fields }) => [line, ...fields]) : verdict.because;
};

describe('the rows of a statement', () => {
  // biome-ignore format: a table
  it.each([
    ['commas',                          'a,b\nc,d',                  [[1, 'a', 'b'], [2, 'c', 'd']]],
    ['semicolons',                      'a;b,c\n"d;e";f',            [[1, 'a', 'b,c'], [2, 'd;e', 'f']]],
    ['tabs',                            'a\tb',                      [[1, 'a', 'b']]],
    ['a byte order mark',               '\uFEFFa,b',                 [[1, 'a', 'b']]],
    ['the line ends of Windows',        'a,b\r\nc,d\r\n',           [[1, 'a', 'b'], [2, 'c', 'd']]],
    ['the line ends of old Macs',       'a,b\rc,d\r',               [[1, 'a', 'b'], [2, 'c', 'd']]],
    ['rows of different lengths',       'a\nb,c,d',                  [[1, 'a'], [2, 'b', 'c', 'd']]],
    ['empty lines and empty rows',      'a,b\n\n ,"",\nc,d',         [[1, 'a', 'b'], [4, 'c', 'd']]],
    ['spaces around fields and quotes', ' a , "b" ,c',               [[1, 'a', 'b', 'c']]],
    ['a delimiter in quotes',           '"4,200.00",b',              [[1, '4,200.00', 'b']]],
    ['a quotation mark in quotes',      '"a ""b"" c",d',             [[1, 'a "b" c', 'd']]],
    ['a quotation mark inside a field', '5" pipe,d',                 [[1, '5" pipe', 'd']]],
    ['a field of two lines',            'a,b\n"c\nd",e\nf,g',        [[1, 'a', 'b'], [2, 'c\nd', 'e'], [4, 'f', 'g']]],
    ['letters beyond ASCII',            'Kōwhai,é',                  [[1, 'Kōwhai', 'é']]],
    ['no content',                      '',                          []],
  ])('are read with %s', (_, text, rows) => {
    expect(read(text)).toEqual(rows);
  });

  // biome-ignore format: a table
  it.each([
    ['a quotation mark that stays open',    'a,b\n"x,1,2',                'Line 2: the quotation marks do not match.'],
    ['one that opens some lines earlier',   'a,b\n\n"x,1\nc\nd',          'Line 3: the quotation marks do not match.'],
    ['text after a closing quotation mark', 'a,b\nc,"d"e',                'Line 2: the quotation marks do not match.'],
    ['the bytes of a PDF',                  '%PDF-1.7\u0000\u0001',       'This is not a CSV file.'],
    ['too many rows',                       'a\n'.repeat(mostRows + 1),   'A statement has at most 5000 lines.'],
    ['too many characters',                 'x'.repeat(900_001),          'The file is too large for a statement.'],
  ])('are refused with %s', (_, text, because) => {
    expect(read(text)).toBe(because);
  });

  it('may be as many as the limit, with empty lines between them', () => {
    expect(read('a\n\n'.repeat(mostRows))).toHaveLength(mostRows);
  });

  it('never cause a crash, whatever the file contains', () => {
    const part = fc.constantFrom('"', ',', ';', '\n', '\r', '\t', ' ', 'a', '1', '-');
    for (const text of [fc.string({ unit: 'binary' }), fc.array(part).map((parts) => parts.join(''))]) {
      fc.assert(fc.property(text, (file) => typeof statementRows(file).ok === 'boolean'));
    }
  });

  it('keep every field, whatever it contains', () => {
    const field = fc.string({ unit: fc.constantFrom(...'ab",;\n 1é') }).map((text) => text.trim());
    fc.assert(
      fc.property(fc.array(field, { minLength: 1, maxLength: 5 }), (fields) => {
        const quoted = ['head', ...fields].map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
        expect(read(`h,h,h,h,h,h\n${quoted}\n`)).toHaveProperty('1', [2, 'head', ...fields]);
      }),
    );
  });
});
