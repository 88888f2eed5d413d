import {
  csvHeader,
  csvRecord,
  dayCell,
  flagCell,
  momentCell,
  monthCell,
  textCell,
  wordCell,
} from '@kerb/domain/reports/csv.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('text in a spreadsheet', () => {
  it.each([
    ['12 Hill St, Bondi', '"12 Hill St, Bondi"'],
    ['the "Old" Mill', '"the ""Old"" Mill"'],
    ['Kōwhai', '"Kōwhai"'],
    ['one\r\ntwo\rthree\nfour', '"one\ntwo\nthree\nfour"'],
    ['a - b = c', '"a - b = c"'],
    [' plain', '" plain"'],
    ['', ''],
    [null, ''],
  ])('%j is written %j', (text, cell) => {
    expect(textCell(text)).toBe(cell);
  });

  it.each(['=1+1', '+61 400', '-2', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x', '﹦1', '−1'])(
    'cannot run where it is %j',
    (text) => {
      expect(textCell(text)).toMatch(/^"'/);
    },
  );

  it.each([' =1', '\u00A0=1', '\u200B=1', '\uFEFF=1', ' \t =1', '\u3000＝1', '\u0001=1'])(
    'cannot run where the formula is behind blanks: %j',
    (text) => {
      expect(textCell(text)).toMatch(/^"'/);
    },
  );

  it('is read back as it was typed, but for an apostrophe and the kind of line break', () => {
    const mark = fc.constantFrom('"', ',', '\r', '\n', '=', "'", ' ', '\t', 'a', '1', 'ō', '＝');
    fc.assert(
      fc.property(fc.string({ unit: mark }), (text) => {
        const cell = textCell(text);
        const read = cell === '' ? '' : cell.slice(1, -1).replaceAll('""', '"');
        expect([text, `'${text}`].map((each) => each.replace(/\r\n?/g, '\n'))).toContain(read);
        expect(cell).not.toContain('\r');
      }),
    );
  });
});

describe('other cells', () => {
  it('tell a day as it is written here', () => {
    expect([dayCell('2026-03-01'), dayCell(null)]).toEqual(['01/03/2026', '']);
  });

  it('tell a moment as the day that it was where the organisation is', () => {
    const lateInUtc = '2026-11-14T13:30:00.000Z';
    expect(momentCell(lateInUtc, 'Australia/Sydney')).toBe('15/11/2026');
    expect(momentCell(lateInUtc, 'Australia/Perth')).toBe('14/11/2026');
    expect(momentCell(null, 'Australia/Perth')).toBe('');
  });

  it('tell a month so that it sorts', () => {
    expect([monthCell('2026-03-01'), monthCell(null)]).toEqual(['2026-03', '']);
  });

  it('tell a flag in words', () => {
    expect([true, false, null].map(flagCell)).toEqual(['Yes', 'No', '']);
  });

  it('leave our own words as they are, where they can be', () => {
    expect(['Pay Later', 'Fees, paid', 'a "b"'].map(wordCell)).toEqual(['Pay Later', '"Fees, paid"', '"a ""b"""']);
  });
});

describe('a file', () => {
  it('begins with the mark of UTF-8 and the names of its columns', () => {
    const columns = { flowNumber: { header: 'Flow No.', is: 'plain' }, name: { header: 'Name', is: 'text' } } as const;
    expect(csvHeader(columns)).toBe('\uFEFFFlow No.,Name\r\n');
  });

  it('ends every record with CR LF', () => {
    expect(csvRecord(['1', '"a"', ''])).toBe('1,"a",\r\n');
  });
});
