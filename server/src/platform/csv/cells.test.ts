import { type Day, dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import { type CsvColumns, csvRecord, formulaPattern, wordCell } from '@kerb/domain/reports/csv.ts';
import { csvLine } from '@kerb/server/platform/csv/cells.ts';
import { openLines } from '@kerb/server/platform/csv/line-cursor.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});

const labels = { pn: 'Pay Upfront', pl: 'Fees, "later"' } as const;
const columns = {
  text: { header: 'Text', is: 'text' },
  plain: { header: 'Amount', is: 'plain' },
  day: { header: 'Day', is: 'day' },
  month: { header: 'Month', is: 'month' },
  moment: { header: 'Moment', is: 'moment' },
  flag: { header: 'Flag', is: 'flag' },
  label: { header: 'Label', is: 'label', labels },
} as const satisfies CsvColumns;

type Values = {
  text: string | null;
  plain: string | null;
  day: string | null;
  moment: string | null;
  flag: boolean | null;
  label: string | null;
  zone: string;
};

const neverGone = new AbortController().signal;

/** The records as SQL writes them. */
async function writtenBySql(records: Values[]): Promise<string[]> {
  const line = csvLine(
    columns,
    {
      text: sql`r.text`,
      plain: sql`r.plain`,
      day: sql`r.day`,
      month: sql`r.day`,
      moment: sql`r.moment`,
      flag: sql`r.flag`,
      label: sql`r.label`,
    },
    sql`r.zone`,
  );
  const select = sql`
    select ${line} as line from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r
      (text text, plain numeric(14, 2), day date, moment timestamptz, flag boolean, label text, zone text)`;
  const cursor = await openLines(stage.deps.exports, { select: select.compile(stage.db), count: null }, neverGone);
  try {
    return Buffer.concat((await cursor.next()).parts)
      .toString()
      .split('\r\n')
      .slice(0, -1);
  } finally {
    await cursor.close();
  }
}

const formula = new RegExp(formulaPattern);

function textCell(text: string | null): string {
  if (text === null || text === '') return '';
  const safe = `${formula.test(text) ? "'" : ''}${text.replace(/\r\n?/g, '\n')}`;
  return `"${safe.replaceAll('"', '""')}"`;
}
const dayCell = (day: Day | null) => (day === null ? '' : day.split('-').reverse().join('/'));
const momentCell = (moment: Moment | null, zone: string) => (moment === null ? '' : dayCell(dayIn(zone, moment)));
const monthCell = (day: Day | null) => (day === null ? '' : day.slice(0, 7));
const flagWords = { null: '', true: 'Yes', false: 'No' };
const flagCell = (flag: boolean | null) => flagWords[`${flag}`];
const labelCell = (label: string | null) =>
  label === null || !(label in labels) ? '' : wordCell(labels[label as 'pn']);

/** The same records, written in JavaScript. */
const writtenHere = (record: Values): string =>
  csvRecord([
    textCell(record.text),
    record.plain ?? '',
    dayCell(record.day),
    monthCell(record.day),
    momentCell(record.moment, record.zone),
    flagCell(record.flag),
    labelCell(record.label),
  ]).trimEnd();

const blank = fc.constantFrom('', ' ', '\t', '\r', '\n', '\u00A0', '\u200B', '\uFEFF', '\u3000', '\u0001', '\u0085');
const sign = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＋',
  '－',
  '＠',
  '﹢',
  '﹣',
  '﹦',
  '﹫',
  '−',
  '|',
  "'",
  '"',
  ',',
);
const storable = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.lorem());
const text = fc
  .oneof(
    storable,
    fc.tuple(blank, blank, sign, storable).map((parts) => parts.join('')),
  )
  // PostgreSQL cannot store NUL, and the endpoint refuses it.
  .map((each) => each.replaceAll('\0', '').toWellFormed());
const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2037-01-01'), noInvalidDate: true });
const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null, freq: 5 });

const nothing: Values = { text: null, plain: null, day: null, moment: null, flag: null, label: null, zone: 'UTC' };

const record: fc.Arbitrary<Values> = fc.record({
  text: orNull(text),
  plain: orNull(fc.tuple(fc.integer(), fc.nat(99)).map(([whole, part]) => `${whole}.${String(part).padStart(2, '0')}`)),
  day: orNull(instant.map((at) => at.toISOString().slice(0, 10))),
  moment: orNull(instant.map((at) => at.toISOString())),
  flag: orNull(fc.boolean()),
  label: orNull(fc.constantFrom('pn', 'pl', 'other')),
  zone: fc.constantFrom('Australia/Sydney', 'Australia/Adelaide', 'Pacific/Auckland', 'Pacific/Chatham', 'UTC'),
});

describe('a record written by the database', () => {
  it('equals the record that JavaScript writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 40, maxLength: 200 }), async (records) => {
        expect(await writtenBySql(records)).toEqual(records.map(writtenHere));
      }),
      { numRuns: 30 },
    );
  });

  it('has every cell, even if all are empty', async () => {
    expect(await writtenBySql([nothing])).toEqual([',,,,,,']);
  });

  it('is readable as CSV, with formulas neutralised', async () => {
    const hostile = '=HYPERLINK("http://x.test","a")\r\nb';
    const values = {
      text: hostile,
      plain: '-4200.50',
      day: '2024-02-29',
      flag: true,
      label: 'pl',
      zone: 'Pacific/Chatham',
    };
    // The Chatham Islands are 12 hours and 45 minutes ahead of UTC.
    expect(await writtenBySql([{ ...values, moment: '2026-06-30T11:15:00.000Z' }])).toEqual([
      `"'=HYPERLINK(""http://x.test"",""a"")\nb",-4200.50,29/02/2024,2024-02,01/07/2026,Yes,"Fees, ""later"""`,
    ]);
  });
});

describe('a cell of text', () => {
  const cellsOf = async (texts: readonly (string | null)[]) =>
    (await writtenBySql(texts.map((text) => ({ ...nothing, text })))).map((line) => line.replace(/,{6}$/, ''));

  it('has quotes around the text, and line breaks as LF only', async () => {
    // biome-ignore format: a table
    const cells: [text: string | null, cell: string][] = [
      ['12 Hill St, Bondi',          '"12 Hill St, Bondi"'],
      ['the "Old" Mill',             '"the ""Old"" Mill"'],
      ['Kōwhai',                     '"Kōwhai"'],
      ['one\r\ntwo\rthree\nfour',    '"one\ntwo\nthree\nfour"'],
      ['a - b = c',                  '"a - b = c"'],
      [' plain',                     '" plain"'],
      ['',                           ''],
      [null,                         ''],
    ];
    expect(await cellsOf(cells.map(([text]) => text))).toEqual(cells.map(([, cell]) => cell));
  });

  it('cannot run as a formula, even after spaces', async () => {
    const bare = ['=1+1', '+61 400', '-2', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x', '﹦1', '−1'];
    const behind = [' =1', '\u00A0=1', '\u200B=1', '\uFEFF=1', ' \t =1', '\u3000＝1', '\u0001=1'];
    for (const cell of await cellsOf([...bare, ...behind])) expect(cell).toMatch(/^"'/);
  });
});

describe('the other cells', () => {
  it('write days, months and flags in the local format', async () => {
    const records = [true, false].map((flag) => ({ ...nothing, day: '2026-03-01', flag }));
    expect(await writtenBySql(records)).toEqual([',,01/03/2026,2026-03,,Yes,', ',,01/03/2026,2026-03,,No,']);
  });

  it('write a timestamp as the day in the organisation’s time zone', async () => {
    const lateInUtc = { ...nothing, moment: '2026-11-14T13:30:00.000Z' };
    const zones = ['Australia/Sydney', 'Australia/Perth'];
    const written = await writtenBySql(zones.map((zone) => ({ ...lateInUtc, zone })));
    expect(written).toEqual([',,,,15/11/2026,,', ',,,,14/11/2026,,']);
  });
});
