/** The check of a New Zealand bank account: each bank's branches and checksum algorithm. */
type Algorithm = 'A' | 'B' | 'D' | 'E' | 'F' | 'G' | 'X';
type Sum = { weights: readonly number[]; modulus: number; isFolded: boolean };

// biome-ignore format: a table
const sums: Record<Algorithm, Sum> = {
  //           bank  branch      base                     suffix
  A: { weights: [0, 0, 6, 3, 7, 9, 0, 0, 10, 5, 8, 4, 2, 1, 0, 0, 0, 0], modulus: 11, isFolded: false },
  B: { weights: [0, 0, 0, 0, 0, 0, 0, 0, 10, 5, 8, 4, 2, 1, 0, 0, 0, 0], modulus: 11, isFolded: false },
  D: { weights: [0, 0, 0, 0, 0, 0, 0, 7,  6, 5, 4, 3, 2, 1, 0, 0, 0, 0], modulus: 11, isFolded: false },
  E: { weights: [0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 5, 4, 3, 2, 0, 0, 0, 1], modulus: 11, isFolded: true  },
  F: { weights: [0, 0, 0, 0, 0, 0, 0, 1,  7, 3, 1, 7, 3, 1, 0, 0, 0, 0], modulus: 10, isFolded: false },
  G: { weights: [0, 0, 0, 0, 0, 0, 0, 1,  3, 7, 1, 3, 7, 1, 0, 3, 7, 1], modulus: 10, isFolded: true  },
  X: { weights: [],                                                      modulus: 1,  isFolded: false },
};

/** '*' is A for accounts below 00990000, else B. */
// biome-ignore format: a table
const branches: Record<string, readonly (readonly [from: number, to: number, Algorithm | '*'])[]> = {
  '01': [[1, 999, '*'], [1100, 1199, '*'], [1800, 1899, '*']],
  '02': [[1, 999, '*'], [1200, 1299, '*']],
  '03': [[1, 999, '*'], [1300, 1399, '*'], [1500, 1599, '*'], [1700, 1799, '*'], [1900, 1999, '*']],
  '04': [[2020, 2024, '*']],
  '06': [[1, 999, '*'], [1400, 1499, '*']],
  '08': [[6500, 6599, 'D']],
  '09': [[0, 0, 'E']],
  '10': [[5165, 5169, '*']],
  '11': [[5000, 6499, '*'], [6600, 8999, '*']],
  '12': [[3000, 3299, '*'], [3400, 3499, '*'], [3600, 3699, '*']],
  '13': [[4900, 4999, '*']],
  '14': [[4700, 4799, '*']],
  '15': [[3900, 3999, '*']],
  '16': [[4400, 4499, '*']],
  '17': [[3300, 3399, '*']],
  '18': [[3500, 3599, '*']],
  '19': [[4600, 4649, '*']],
  '20': [[4100, 4199, '*']],
  '21': [[4800, 4899, '*']],
  '22': [[4000, 4049, '*']],
  '23': [[3700, 3799, '*']],
  '24': [[4300, 4349, '*']],
  '25': [[2500, 2599, 'F']],
  '26': [[2600, 2699, 'G']],
  '27': [[3800, 3849, '*']],
  '28': [[2100, 2149, 'G']],
  '29': [[2150, 2299, 'G']],
  '30': [[2900, 2949, '*']],
  '31': [[2800, 2849, 'X']],
  '33': [[6700, 6799, 'F']],
  '35': [[2400, 2499, '*']],
  '38': [[9000, 9499, '*']],
};

export type NewZealandAccount = { bank: string; branch: string; base: string; suffix: string };

/** Stored as sixteen digits: bank 2, branch 4, base 7, suffix 3. */
export function accountParts(accountNumber: string): NewZealandAccount {
  const [, bank = '', branch = '', base = '', suffix = ''] = /^(\d{2})(\d{4})(\d{7})(\d{3})$/.exec(accountNumber) ?? [];
  return { bank, branch, base, suffix };
}

function algorithmOf({ bank, branch, base }: NewZealandAccount): Algorithm | null {
  const number = Number(branch);
  const named = branches[bank]?.find(([from, to]) => number >= from && number <= to)?.[2];
  if (named === '*') return Number(base) < 990_000 ? 'A' : 'B';
  return named ?? null;
}

const fold = (product: number): number => Math.floor(product / 10) + (product % 10);

export function checkNewZealandAccount(account: NewZealandAccount): 'sound' | 'wrong' | 'unknown-branch' {
  const algorithm = algorithmOf(account);
  if (algorithm === null) return 'unknown-branch';
  const { weights, modulus, isFolded } = sums[algorithm];
  const padded = account.bank + account.branch + account.base.padStart(8, '0') + account.suffix.padStart(4, '0');
  const sum = [...padded].reduce((total, digit, place) => {
    const product = Number(digit) * (weights[place] ?? 0);
    return total + (isFolded ? fold(fold(product)) : product);
  }, 0);
  return sum % modulus === 0 ? 'sound' : 'wrong';
}
