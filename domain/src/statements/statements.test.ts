import { flowNumbersIn } from '@kerb/domain/agreements/flow-number.ts';
import { decimalFromCents } from '@kerb/domain/kernel/money.ts';
import {
  decideLineMove,
  decidePays,
  type LineState,
  lineMoves,
  lineStates,
} from '@kerb/domain/statements/line-moves.ts';
import { type Candidate, decideLink, proposeMatches } from '@kerb/domain/statements/propose-matches.ts';
import {
  dayFrom,
  type Reading,
  readStatement,
  type StatementLine,
  signedCentsFrom,
} from '@kerb/domain/statements/read-statement.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** Plain rows: the tests of the server cover quotation marks and delimiters. */
const rowsOf = (text: string) =>
  text.split('\n').map((line, at) => ({ line: at + 1, fields: line.split(',').map((field) => field.trim()) }));

const today = '2026-11-18';
const read = (text: string) => {
  const verdict = readStatement(rowsOf(text), { today });
  if (!verdict.ok) throw new Error(verdict.because);
  return verdict.value;
};

describe('a statement', () => {
  // biome-ignore format: a table
  it.each([
    ['one amount column',       'Date,Amount,Description\n15/11/2026,4200.00,FLOW-AU10231'],
    ['debit and credit',        'Date,Narrative,Debit Amount,Credit Amount\n15/11/2026,FLOW-AU10231,,4200.00'],
    ['New Zealand’s columns',   'Type,Details,Particulars,Code,Reference,Amount,Date\nCR,,,,FLOW-AU10231,4200.00,15/11/2026'],
    ['lines before the header', 'Created 2026/11/16\nBank 12; Branch 3\nDate,Unique Id,Payee,Memo,Amount\n2026/11/15,1,,FLOW-AU10231,4200.00'],
    ['no header at all',        '15/11/2026,+4200.00,FLOW-AU10231,+9000.00'],
  ])('is read with %s', (_what, text) => {
    const { lines, refused } = read(text);
    expect(refused).toEqual([]);
    expect(lines).toMatchObject([{ date: '2026-11-15', amountCents: 420_000, words: 'FLOW-AU10231' }]);
  });

  // biome-ignore format: a table
  it.each([
    ['hello',                 'Line 1: no headers of a statement.'],
    ['Date,Description\n1,2', 'Line 1: no headers of a statement.'],
  ])('is refused with a clear message: %#', (text, because) => {
    const verdict = readStatement(rowsOf(text), { today });
    expect(verdict.ok ? '' : verdict.because).toContain(because);
  });

  it('is refused if it has no rows', () => {
    expect(readStatement([], { today })).toMatchObject({ ok: false, because: 'The file is empty.' });
  });

  it('names each line that it cannot read', () => {
    const { refused } = read('Date,Amount,Description\n31/02/2026,1,A\n01/02/2026,1.234,B\n01/02/2026,0,C');
    expect(refused.map(({ line, because }) => `${line} ${because}`)).toEqual([
      '2 This is no date.',
      '3 This is no amount to the cent.',
      '4 No money came or went.',
    ]);
  });

  it('has no line of a day that is more than a week ahead', () => {
    const { lines, refused } = read('Date,Amount,Description\n25/11/2026,1,A\n26/11/2026,1,B\n01/01/2099,1,C');
    expect(lines.map(({ words }) => words)).toEqual(['A']);
    expect(refused.map(({ line, because }) => `${line} ${because}`)).toEqual([
      '3 This day has not come yet.',
      '4 This day has not come yet.',
    ]);
  });

  it('never throws, whatever the file contains', () => {
    const field = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', 'Date', 'Amount', 'Debit', 'Credit', 'Details', '1', '01/01/2026', '-'),
    );
    const row = fc.record({ line: fc.nat(), fields: fc.array(field, { maxLength: 6 }) });
    fc.assert(fc.property(fc.array(row), (rows) => typeof readStatement(rows, { today }).ok === 'boolean'));
  });

  const movement = fc.record({
    cents: fc.integer({ min: -99_999_99, max: 99_999_99 }).filter((cents) => cents !== 0),
    words: fc.constantFrom('FLOW-AU10231', 'Pat Payer', 'Fee'),
    day: fc.constantFrom('14/11/2026', '15/11/2026'),
  });
  const fileOf = (rows: { cents: number; words: string; day: string }[]) =>
    ['Date,Amount,Description', ...rows.map((row) => `${row.day},${decimalFromCents(row.cents)},${row.words}`)].join(
      '\n',
    );

  it('gives each amount to the cent, and every line a unique identity', () => {
    fc.assert(
      fc.property(fc.array(movement, { minLength: 1 }), (rows) => {
        const { lines } = read(fileOf(rows));
        expect(lines.map(({ amountCents }) => amountCents)).toEqual(rows.map(({ cents }) => cents));
        expect(new Set(lines.map(({ identity }) => identity)).size).toBe(rows.length);
        const turned = read(fileOf(rows.toReversed())).lines.map(({ identity }) => identity);
        expect(turned.sort()).toEqual(lines.map(({ identity }) => identity).sort());
      }),
    );
  });

  it('gives the same lines if it is read in lots of any size', () => {
    fc.assert(
      fc.property(fc.array(movement, { minLength: 1 }), fc.integer({ min: 1, max: 5 }), (rows, size) => {
        const all = rowsOf(fileOf(rows));
        let reading: Reading | null = null;
        const lines: StatementLine[] = [];
        for (let at = 0; at < all.length; at += size) {
          const lot = readStatement(all.slice(at, at + size), { today, reading });
          if (!lot.ok) throw new Error(lot.because);
          reading = lot.value.reading;
          lines.push(...lot.value.lines);
        }
        expect(lines).toEqual(read(fileOf(rows)).lines);
      }),
    );
  });
});

describe('a bank’s notation', () => {
  // biome-ignore format: a table
  it.each([
    ['1,234.50', 123_450], ['-$12', -1_200], ['(12.00)', -1_200], ['12.00 DR', -1_200], ['12.5CR', 1_250], ['+0.01', 1],
    ['1.234', null], ['1,23', null], ['', null], ['--1', null], ['(1', null], ['1e5', null], ['NaN', null], ['9'.repeat(15), null],
  ])('of the amount %j is %j cents', (text, cents) => expect(signedCentsFrom(text)).toBe(cents));

  // biome-ignore format: a table
  it.each([
    ['14 Nov 26', '2026-11-14'], ['14/11/26', '2026-11-14'], ['14-Nov-2026', '2026-11-14'], ['1 Sept 2026', '2026-09-01'],
    ['14 november 2026', '2026-11-14'], ['14 Nox 26', null], ['14 Novem 26', null], ['14/11/026', null], ['31 Feb 26', null],
    ['31/12/2026', '2026-12-31'], ['1/2/2026', '2026-02-01'], ['2026-12-31', '2026-12-31'], ['20261231', '2026-12-31'],
    ['29/02/2026', null], ['2026-13-01', null], ['12/31/2026', null], ['0001-01-01', null], ['today', null],
  ])('of the date %j is %j', (text, day) => expect(dayFrom(text)).toBe(day));
});

const campaign = (change: Partial<Candidate> = {}): Candidate => ({
  id: 10_231,
  status: 'waiting-invite',
  financeOptionCode: null,
  campaignBudgetFundsPurpose: 'marketing',
  paymentState: 'none',
  campaignBudget: 420_000,
  terms: { serviceFee: null, discount: null },
  paidCents: 0,
  payers: [{ firstName: 'Pat', surname: "O'Payer" }],
  deposits: [],
  ...change,
});
const best = (amountCents: number, words: string, ...all: Candidate[]) =>
  proposeMatches({ amountCents, words }, all, 'AU')[0];

describe('a proposal', () => {
  // biome-ignore format: a table
  it.each([
    'FLOW-AU10231', 'flow au10231', 'FLOWAU10231', 'Flow.AU-10231 thanks', 'pay AU10231', 'DAU10231', 'FLOW AU 10 231', 'FLOW-AU10231 15 NOV',
  ])('finds the reference in %j', (words) => expect(flowNumbersIn(words, 'AU')).toContain(10_231));

  it.each(['NZ10231', 'XAU10231', '10231', 'AU', 'FLOW'])('finds none in %j', (words) => {
    expect(flowNumbersIn(words, 'AU')).toEqual([]);
  });

  // biome-ignore format: a table
  it.each([
    [420_000, 'FLOW-AU10231', campaign(),                                        'exact',        'strong'  ],
    [100_000, 'FLOW-AU10231', campaign(),                                        'part',         'strong'  ],
    [320_000, 'FLOW-AU10231', campaign({ paidCents: 100_000 }),                  'exact',        'strong'  ],
    [500_000, 'FLOW-AU10231', campaign(),                                        'over',         'strong'  ],
    [420_000, 'FLOW-AU10231', campaign({ paymentState: 'paid' }),                 'paid-already', 'strong'  ],
    [320_000, 'FLOW-AU10231', campaign({ paymentState: 'part', paidCents: 100_000 }), 'exact',  'strong'  ],
    [420_000, 'FLOW-AU10231', campaign({ paymentState: 'refunding' }),            'exact',        'strong'  ],
    [420_000, 'FLOW-AU10231', campaign({ status: 'draft' }),                      'not-due',      'strong'  ],
    [420_000, 'FLOW-AU10231', campaign({ status: 'complete' }),                   'not-due',      'strong'  ],
    [420_000, 'FLOW-AU10231', campaign({ paidCents: 420_000 }),                  'paid-already', 'strong'  ],
    [420_000, 'FLOW-AU10231', campaign({ status: 'cancelled' }),                 'ended',        'strong'  ],
    [420_000, 'FLOW-AU10231', campaign({ status: 'rejected' }),                  'ended',        'strong'  ],
    [420_000, 'FLOW-AU10231', campaign({ financeOptionCode: 'pl' }),             'not-due',         'strong'  ],
    [420_000, 'FLOW-AU10231', campaign({ terms: null }),                         'none',         'strong'  ],
    [420_000, 'P OPAYER',     campaign(),                                        'exact',        'likely'  ],
    [420_000, 'deposit',      campaign(),                                        'exact',        'possible'],
    [100_000, 'PAT O’PAYER',  campaign(),                                        'part',         'possible'],
  ] as const)('states what %i cents with the text %j pay: %#', (cents, words, facts, outcome, strength) => {
    expect(best(cents, words, facts)).toMatchObject({ outcome, strength });
  });

  // biome-ignore format: a table
  it.each([
    ['O’Brien',     'P O BRIEN',              true ],
    ['O’Brien',     "PAT O'BRIEN CAMPAIGN",   true ],
    ['Ngāta',       'NGATA PAT',              true ],
    ['van der Berg', 'P VAN DER BERG',        true ],
    ['van der Berg', 'P BERG',                false],
    ['Brien',       'SAM BRIEN',              false],
  ])('recognises %s in %j: %s', (surname, words, isKnown) => {
    const facts = campaign({ payers: [{ firstName: 'Pat', surname }] });
    expect(best(1, words, facts)?.reasons ?? []).toEqual(isKnown ? ['name'] : []);
  });

  it('is absent for outgoing money, for an unknown payer, and by amount if nothing is due', () => {
    expect(best(-420_000, 'FLOW-AU10231', campaign())).toBeUndefined();
    expect(best(1, 'someone', campaign())).toBeUndefined();
    expect(best(420_000, 'PAT OPAYER', campaign({ paymentState: 'paid' }))).toBeUndefined();
  });

  it('ranks the named campaign before one that owes the same amount', () => {
    expect(best(420_000, 'FLOW-AU10300', campaign(), campaign({ id: 10_300 }))?.campaign.id).toBe(10_300);
  });
});

describe('a statement line', () => {
  it('has one state, and only the moves of the table', () => {
    const moves = Object.keys(lineMoves) as (keyof typeof lineMoves)[];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...moves)), (steps) => {
        let state: LineState = 'unmatched';
        for (const step of steps) {
          const verdict = decideLineMove({ state }, step);
          expect(verdict.ok).toBe(state === lineMoves[step].from);
          if (verdict.ok) state = verdict.value;
          expect(lineStates).toContain(state);
        }
      }),
    );
  });
});

it('outgoing money pays for no campaign', () => {
  expect([decidePays({ amountCents: 1 }).ok, decidePays({ amountCents: -1 }).ok]).toEqual([true, false]);
});

describe('a payment that was recorded by hand', () => {
  const deposits = [
    { id: 7, date: '2026-11-10', amountCents: 100_000 },
    { id: 8, date: '2026-11-14', amountCents: 420_000 },
  ] as const;
  const paid = campaign({ paymentState: 'paid', financeOptionCode: 'pn', paidCents: 420_000, deposits });

  it('is proposed for a line of its amount, by the reference or by the payer’s name', () => {
    expect(best(420_000, 'FLOW-AU10231', paid)).toMatchObject({ deposit: { id: 8 }, reasons: ['reference', 'amount'] });
    expect(best(420_000, 'P OPAYER', paid)).toMatchObject({ deposit: { id: 8 }, reasons: ['amount', 'name'] });
    expect(best(420_000, 'thanks', paid)).toBeUndefined();
    expect(best(420_001, 'FLOW-AU10231', paid)?.deposit).toBeNull();
  });

  it('comes before another campaign that matches as well', () => {
    const open = campaign({ id: 10_100 });
    expect(best(420_000, 'P OPAYER', open, paid)?.campaign.id).toBe(10_231);
  });

  // biome-ignore format: a table
  it.each([
    [420_000, undefined, 'recorded-already'],
    [420_000, 'same',    8                 ],
    [420_000, 'another', null              ],
    [420_001, undefined, null              ],
    [420_001, 'another', null              ],
    [420_001, 'same',    'not-recorded'    ],
  ] as const)('and a line of %s, said to be %s: %s', (amountCents, said, expected) => {
    const decided = decideLink(paid, amountCents, said);
    expect(decided.ok ? (decided.value?.id ?? null) : decided.code).toBe(expected);
  });
});
