import { checkNewZealandAccount } from '@kerb/domain/countries/new-zealand/account-checksum.ts';
import { describe, expect, it } from 'vitest';

/**
 * The branches of each bank and their algorithm, as Inland Revenue publishes them, written apart from the code. A
 * range of A uses B for bases from 0990000.
 */
const published = `
  01 0001-0999 A, 1100-1199 A, 1800-1899 A
  02 0001-0999 A, 1200-1299 A
  03 0001-0999 A, 1300-1399 A, 1500-1599 A, 1700-1799 A, 1900-1999 A
  04 2020-2024 A
  06 0001-0999 A, 1400-1499 A
  08 6500-6599 D
  09 0000-0000 E
  10 5165-5169 A
  11 5000-6499 A, 6600-8999 A
  12 3000-3299 A, 3400-3499 A, 3600-3699 A
  13 4900-4999 A
  14 4700-4799 A
  15 3900-3999 A
  16 4400-4499 A
  17 3300-3399 A
  18 3500-3599 A
  19 4600-4649 A
  20 4100-4199 A
  21 4800-4899 A
  22 4000-4049 A
  23 3700-3799 A
  24 4300-4349 A
  25 2500-2599 F
  26 2600-2699 G
  27 3800-3849 A
  28 2100-2149 G
  29 2150-2299 G
  30 2900-2949 A
  31 2800-2849 X
  33 6700-6799 F
  35 2400-2499 A
  38 9000-9499 A`;

type Range = { bank: string; from: number; to: number; letter: string };

const ranges: Range[] = published
  .trim()
  .split('\n')
  .flatMap((line) => {
    const bank = line.trim().slice(0, 2);
    return [...line.matchAll(/(\d{4})-(\d{4}) (\w)/g)].map(([, from, to, letter = '']) => {
      return { bank, from: Number(from), to: Number(to), letter };
    });
  });

/** Weights of bank, branch, base with eight digits and suffix with four; T is ten. */
// biome-ignore format: a table
const algorithms: Record<string, { weights: string; modulus: number; addsDigits: boolean }> = {
  A: { weights: '00 6379 00T58421 0000', modulus: 11, addsDigits: false },
  B: { weights: '00 0000 00T58421 0000', modulus: 11, addsDigits: false },
  D: { weights: '00 0000 07654321 0000', modulus: 11, addsDigits: false },
  E: { weights: '00 0000 00005432 0001', modulus: 11, addsDigits: true },
  F: { weights: '00 0000 01731731 0000', modulus: 10, addsDigits: false },
  G: { weights: '00 0000 01371371 0371', modulus: 10, addsDigits: true },
  X: { weights: '00 0000 00000000 0000', modulus: 1,  addsDigits: false },
};

const digitSum = (text: string): number => [...text].reduce((sum, digit) => sum + Number(digit), 0);

function expectedVerdict(letter: string, digits: string): string {
  const { weights, modulus, addsDigits } = algorithms[letter]!;
  let sum = 0;
  for (const [place, weight] of [...weights.replaceAll(' ', '')].entries()) {
    const product = Number(digits[place]) * (weight === 'T' ? 10 : Number(weight));
    sum += addsDigits ? digitSum(String(digitSum(String(product)))) : product;
  }
  return sum % modulus === 0 ? 'sound' : 'wrong';
}

const fourDigits = (branch: number) => String(branch).padStart(4, '0');

/** Bases spread over all seven digits, and those beside the limit between A and B. */
const bases = [
  ...Array.from({ length: 120 }, (_, place) => (place * 8_317_463 + 68_389) % 10_000_000),
  ...Array.from({ length: 40 }, (_, place) => 989_980 + place),
].map((base) => String(base).padStart(7, '0'));

const verdictsAt = (bank: string, branch: string, judge: (base: string, suffix: string) => string): string[] =>
  bases.map((base, place) => {
    const suffix = String((place * 37) % 1_000).padStart(3, '0');
    return `${bank}-${branch}-${base}-${suffix} is ${judge(base, suffix)}`;
  });

describe('a New Zealand account number', () => {
  it.each(ranges)(
    'of bank $bank is checked by algorithm $letter from branch $from to $to',
    ({ bank, from, to, letter }) => {
      for (const branch of [from, to].map(fourDigits)) {
        const checked = verdictsAt(bank, branch, (base, suffix) =>
          checkNewZealandAccount({ bank, branch, base, suffix }),
        );
        const expected = verdictsAt(bank, branch, (base, suffix) => {
          const byBase = letter === 'A' && Number(base) >= 990_000 ? 'B' : letter;
          return expectedVerdict(byBase, `${bank}${branch}0${base}0${suffix}`);
        });
        expect(checked).toEqual(expected);
      }
    },
  );

  it.each(ranges)('of bank $bank has no branch just below $from or just above $to', ({ bank, from, to }) => {
    for (const branch of [from - 1, to + 1].filter((number) => number >= 0 && number <= 9_999)) {
      const account = { bank, branch: fourDigits(branch), base: '0068389', suffix: '000' };
      expect(checkNewZealandAccount(account)).toBe('unknown-branch');
    }
  });

  it('is of a bank in the table', () => {
    const known = new Set(ranges.map(({ bank }) => bank));
    const banks = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));
    for (const bank of banks.filter((each) => !known.has(each))) {
      const found = Array.from({ length: 10_000 }, (_, branch) =>
        checkNewZealandAccount({ bank, branch: fourDigits(branch), base: '0068389', suffix: '000' }),
      );
      expect(new Set(found)).toEqual(new Set(['unknown-branch']));
    }
  });

  // Inland Revenue's own examples, and the same with one digit changed.
  it.each([
    ['01', '0902', '0068389', '000', 'sound'],
    ['01', '0902', '0068388', '000', 'wrong'],
    ['08', '6523', '1954512', '001', 'sound'],
    ['08', '6523', '1954513', '001', 'wrong'],
    ['26', '2600', '0320871', '032', 'sound'],
    ['26', '2600', '0320871', '033', 'wrong'],
  ])('%s-%s-%s-%s is %s', (bank, branch, base, suffix, verdict) => {
    expect(checkNewZealandAccount({ bank, branch, base, suffix })).toBe(verdict);
  });
});
