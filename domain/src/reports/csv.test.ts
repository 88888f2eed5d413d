import { csvHeader, csvRecord, wordCell } from '@kerb/domain/reports/csv.ts';
import { describe, expect, it } from 'vitest';

describe('a word in a CSV cell', () => {
  it('is in quotes only if necessary', () => {
    expect(['Pay Later', 'Fees, paid', 'a "b"'].map(wordCell)).toEqual(['Pay Later', '"Fees, paid"', '"a ""b"""']);
  });
});

describe('a file', () => {
  it('begins with the UTF-8 byte order mark and the column headers', () => {
    const columns = { flowNumber: { header: 'Flow No.', is: 'plain' }, name: { header: 'Name', is: 'text' } } as const;
    expect(csvHeader(columns)).toBe('\uFEFFFlow No.,Name\r\n');
  });

  it('ends every record with CR LF', () => {
    expect(csvRecord(['1', '"a"', ''])).toBe('1,"a",\r\n');
  });
});
