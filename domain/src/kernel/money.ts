/** Whole cents. Never a float, never dollars. */
export type Cents = number;

export const largestAmountCents: Cents = 99_999_999_999_99;

/** The most that a campaign's budget, additional amount or fee may be. Sums of them stay far below the limit above. */
export const largestBudgetCents: Cents = 10_000_000_00;

/** Divides exactly and rounds halves away from zero, as stated in the agreements. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n ? -1n : 1n;
  return sign * ((sign * numerator * 2n + denominator) / (denominator * 2n));
}

/** Reads '1234.5' or '-0.05' from a numeric(14, 2) column, without arithmetic on fractions. */
export function centsFromDecimal(decimal: string): Cents {
  const match = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(decimal);
  if (!match) throw new RangeError(`not an amount to the cent: ${decimal}`);
  const cents = Number(`${match[2]}${(match[3] ?? '').padEnd(2, '0')}`);
  return match[1] && cents !== 0 ? -cents : cents;
}

export function decimalFromCents(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Converts a share such as '0.055' to basis points, without arithmetic on fractions. */
export const basisPointsOfDecimal = (share: string): number => {
  const [whole = '', rest = ''] = share.split('.');
  return Number(`${whole}${rest.padEnd(4, '0').slice(0, 4)}`);
};

export const decimalOfBasisPoints = (basisPoints: number): string => {
  const digits = String(basisPoints).padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
};

/** Dollars as JSON numbers. Exact below 2^53 cents, because a number with two decimals keeps its text. */
export const dollarsFromCents = (cents: Cents): number => Number(decimalFromCents(cents));

/** Null if the number has more than two decimals: input is never rounded. */
export function centsFromDollars(dollars: number): Cents | null {
  const text = String(dollars);
  return /^-?\d+(\.\d{1,2})?$/.test(text) ? centsFromDecimal(text) : null;
}

/** Reads what a person types: '$4,200', ' 4200.50 '. Null if it is not an amount. */
export function centsFromTyped(typed: string): Cents | null {
  const plain = typed.replace(/[$,\s]/g, '');
  const cents = /^\d{1,12}(\.\d{1,2})?$/.test(plain) ? centsFromDecimal(plain) : null;
  return cents !== null && cents <= largestAmountCents ? cents : null;
}

/** Reads a typed rate in basis points: '14.5 %'. Null if it is not a rate; a comma would be ambiguous. */
export function basisPointsFromTyped(typed: string): number | null {
  const plain = typed.replace(/[%\s]/g, '');
  return /^\d{1,3}(\.\d{1,2})?$/.test(plain) ? centsFromDecimal(plain) : null;
}

export type MoneyStyle = { locale: string; currency: string };

/** Shows cents only if there are any: '$4,200', but '$4,200.50'. */
export function formatMoney(cents: Cents, { locale, currency }: MoneyStyle, isExact = false): string {
  const minimumFractionDigits = cents % 100 === 0 && !isExact ? 0 : 2;
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits,
  }).format(dollarsFromCents(cents));
}

/** '14.5%' from 1450 basis points, without trailing zeros. */
export const formatPercent = (basisPoints: number): string =>
  `${decimalFromCents(basisPoints).replace(/\.?0+$/, '') || '0'}%`;
