import { csvRows } from '@kerb/server/platform/csv/csv-rows.ts';
import { csvLots } from '@kerb/server/platform/csv/read-csv.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const mostRows = 3_000;
const tooLong = 'A file has at most 3,000 rows.';
const limits = {
  what: 'import' as const,
  characters: 900_000,
  tooLarge: 'The file is too large.',
  rows: mostRows,
  tooLong,
};

type Read = (string | number)[][] | string;
type Reader = (text: string, pieceBytes?: number) => Read | Promise<Read>;

const readWhole: Reader = (text) => {
  const verdict = csvRows(text, limits);
  return verdict.ok ? verdict.value.map(({ line, fields }) => [line, ...fields]) : verdict.because;
};

/** In pieces of a few bytes, as a slow connection sends them. */
async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readBytes(bytes: Buffer, size: number): Promise<Read> {
  const rows: Read & unknown[] = [];
  try {
    for await (const lot of csvLots({ read: () => pieces(bytes, size) }, { field: 'file', rows: mostRows, tooLong })) {
      rows.push(...lot.map(({ line, fields }) => [line, ...fields]));
    }
    return rows;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}
const readStreamed: Reader = (text, size = 7) => readBytes(Buffer.from(text), text.length > 1_000 ? 65_536 : size);

describe.each([
  ['in one piece', readWhole],
  ['as a stream', readStreamed],
])('the rows of a file, read %s', (_how, read) => {
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
  ])('are read with %s', async (_, text, rows) => {
    expect(await read(text)).toEqual(rows);
  });

  // biome-ignore format: a table
  it.each([
    ['a quotation mark that stays open',    'a,b\n"x,1,2',                'Line 2: the quotation marks do not match.'],
    ['one that opens some lines earlier',   'a,b\n\n"x,1\nc\nd',          'Line 3: the quotation marks do not match.'],
    ['text after a closing quotation mark', 'a,b\nc,"d"e',                'Line 2: the quotation marks do not match.'],
    ['the bytes of a PDF',                  '%PDF-1.7\u0000\u0001',       'This is not a CSV file.'],
    ['too many rows',                       'a\n'.repeat(mostRows + 1),   tooLong],
  ])('are refused with %s', async (_, text, because) => {
    expect(await read(text)).toBe(because);
  });

  it('may be as many as the limit, with empty lines between them', async () => {
    expect(await read('a\n\n'.repeat(mostRows))).toHaveLength(mostRows);
  });

  it('keep every field, whatever it contains', async () => {
    const field = fc.string({ unit: fc.constantFrom(...'ab",;\n 1é') }).map((text) => text.trim());
    await fc.assert(
      fc.asyncProperty(fc.array(field, { minLength: 1, maxLength: 5 }), async (fields) => {
        const quoted = ['head', ...fields].map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
        expect(await read(`h,h,h,h,h,h\n${quoted}\n`)).toHaveProperty('1', [2, 'head', ...fields]);
      }),
    );
  });
});

describe('a file', () => {
  it('never causes a crash, and is read alike in one piece and in pieces of any size', async () => {
    const part = fc.constantFrom('"', ',', ';', '\n', '\r', '\t', ' ', 'a', '1', '-', 'é', '€');
    const size = fc.integer({ min: 1, max: 9 });
    for (const text of [fc.string({ unit: 'grapheme' }), fc.array(part).map((parts) => parts.join(''))]) {
      await fc.assert(
        fc.asyncProperty(text, size, async (file, bytes) => {
          const [whole, streamed] = [await readWhole(file), await readStreamed(file, bytes)];
          // A refusal names the line; of a quoted field with several lines, each reader may name another one.
          expect(typeof streamed === 'string' ? typeof whole : streamed).toEqual(
            typeof streamed === 'string' ? 'string' : whole,
          );
        }),
      );
    }
  });

  it('is too large in one piece above a number of characters', () => {
    expect(readWhole('x'.repeat(900_001))).toBe('The file is too large.');
  });

  it('of Windows-1252, as Excel writes it, keeps its letters', async () => {
    expect(await readBytes(Buffer.from('Caf\xe9,\x80 5\n', 'latin1'), 3)).toEqual([[1, 'Café', '€ 5']]);
  });

  it('with a quotation mark that stays open is not collected in memory', async () => {
    const text = `a,b\n"${'x,1\n'.repeat(100_000)}`;
    expect(await readBytes(Buffer.from(text), 65_536)).toBe('Line 2: the quotation marks do not match.');
  });

  it('that cannot be read to its end is no file', async () => {
    const read = async function* () {
      yield Buffer.from('a,b\n');
      throw new Error('the disk is gone');
    };
    const rows = csvLots({ read }, { field: 'file', rows: mostRows, tooLong });
    await expect(rows.next()).rejects.toThrow('the disk is gone');
  });
});
