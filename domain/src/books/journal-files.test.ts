import {
  type AccountingSystem,
  accountingSystems,
  codePatterns,
  decideExport,
  foldLines,
  type JournalLine,
  journalFiles,
} from '@kerb/domain/books/journal-files.ts';
import { accountNames } from '@kerb/domain/payments/ledger.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** A reader of each format that knows nothing of its writer. Amounts are cents by code. */
function readBack(system: AccountingSystem, text: string): Map<string, number> {
  const sums = new Map<string, number>();
  const add = (code: string, cents: number) => sums.set(code, (sums.get(code) ?? 0) + cents);
  const cents = (amount: string) => Math.round(Number(amount || '0') * 100);
  const [head = '', ...lines] = text.split('\r\n').filter((line) => line !== '');
  if (system === 'xero') {
    const cellsOf = (line: string) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const names = cellsOf(head);
    for (const cells of lines.map(cellsOf)) {
      expect(cells).toHaveLength(names.length);
      add(cells[names.indexOf('*AccountCode')]!, cents(cells[names.indexOf('*Amount')]!));
    }
  } else {
    const names = head.split('\t');
    for (const cells of lines.map((line) => line.split('\t'))) {
      expect(cells).toHaveLength(names.length);
      const of = (name: string) => cents(cells[names.indexOf(name)]!);
      add(cells[names.indexOf('Account Number')]!, of('Debit Ex-Tax Amount') - of('Credit Ex-Tax Amount'));
    }
  }
  return sums;
}

const codes = {
  xero: Object.fromEntries(accountNames.map((name, place) => [name, String(400 + place)])),
  myob: Object.fromEntries(accountNames.map((name, place) => [name, `1-${String(1_000 + place)}`])),
};

const lines: fc.Arbitrary<JournalLine[]> = fc
  .array(
    fc.record({
      account: fc.constantFrom(...accountNames),
      contact: fc.option(fc.string({ maxLength: 30 }), { nil: null }),
      amount: fc.integer({ min: -9e9, max: 9e9 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((some) => [
    ...some,
    { account: 'carried', contact: null, amount: -some.reduce((sum, { amount }) => sum + amount, 0) },
  ]);

describe.each(accountingSystems)('a journal for %s', (system) => {
  it('is read back by another reader with the same sum for each account, and balances', () => {
    fc.assert(
      fc.property(lines, (some) => {
        const folded = foldLines(some);
        const facts = { narration: 'Books, "October"', number: 'KB1', day: '2026-10-31', noTax: 'N-T' };
        const read = readBack(system, journalFiles[system].write({ ...facts, lines: folded, codes: codes[system] }));
        expect([...read.values()].reduce((sum, cents) => sum + cents, 0)).toBe(0);
        for (const account of accountNames) {
          const sum = some.reduce((so, line) => so + (line.account === account ? line.amount : 0), 0);
          expect(read.get(codes[system][account]!) ?? 0).toBe(sum);
        }
      }),
    );
  });

  it('has codes in the form of the system', () => {
    for (const code of Object.values(codes[system])) expect(code).toMatch(codePatterns[system].pattern);
    expect('9 99').not.toMatch(codePatterns[system].pattern);
  });
});

describe('an export', () => {
  const bank = { account: 'bank', contact: null, amount: 5 } as const;
  const held = { account: 'held', contact: null, amount: -5 } as const;

  it('needs a code for each account that the period changed', () => {
    expect(decideExport({ lines: [bank, held], codes: { bank: '090' } })).toMatchObject({
      ok: false,
      because: 'These accounts have no code yet: Held for payers.',
    });
    expect(decideExport({ lines: [bank, held], codes: { bank: '090', held: '800' } }).ok).toBe(true);
    expect(decideExport({ lines: [], codes: {} }).ok).toBe(false);
  });

  it('has at most so many lines, and the same sum', () => {
    const many = Array.from({ length: 500 }, (_, place) => ({
      account: 'organisation' as const,
      contact: `X-${place}`,
      amount: -(place + 1),
    }));
    const folded = foldLines([...many, { ...bank, amount: 125_250 }], 100);
    expect(folded).toHaveLength(102);
    expect(folded.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });
});
