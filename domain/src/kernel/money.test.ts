import {
  basisPointsFromTyped,
  centsFromDecimal,
  centsFromDollars,
  centsFromTyped,
  decimalFromCents,
  divideRounded,
  dollarsFromCents,
  formatMoney,
  largestAmountCents,
} from '@kerb/domain/kernel/money.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const cents = fc.integer({ min: -largestAmountCents, max: largestAmountCents });

describe('a typed rate', () => {
  // biome-ignore format: a table
  it.each([
    ['14.5',   14_50],
    ['14.50%', 14_50],
    [' 5 % ',  5_00],
    ['0',      0],
    ['',       null],
    ['1,5',    null],
    ['14.505', null],
    ['-1',     null],
    ['ten',    null],
  ])('%j is %s basis points', (typed, expected) => {
    expect(basisPointsFromTyped(typed)).toBe(expected);
  });
});

describe('money', () => {
  it('survives conversion to decimals and to dollars, cent for cent', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(centsFromDecimal(decimalFromCents(amount))).toBe(amount);
        expect(centsFromDollars(dollarsFromCents(amount))).toBe(amount);
        expect(centsFromDollars(JSON.parse(JSON.stringify(dollarsFromCents(amount))))).toBe(amount);
      }),
    );
  });

  // biome-ignore format: a table
  it.each([
    ['0',                      0],
    ['0.00',                   0],
    ['-0.00',                  0],
    ['1234.5',            123_450],
    ['1234.05',           123_405],
    ['-0.05',                 -5],
    ['4200.5000',         420_050],
    ['999999999999.99', 99_999_999_999_999],
  ])('reads the decimal %s', (decimal, expected) => {
    expect(centsFromDecimal(decimal)).toBe(expected);
  });

  it.each(['', '.5', '1.', '1.005', '1,000', '1e3', ' 1', '$1', '--1', 'NaN'])('refuses the decimal %j', (decimal) => {
    expect(() => centsFromDecimal(decimal)).toThrow(RangeError);
  });

  // biome-ignore format: a table
  it.each([
    [      0,     '0.00'],
    [      5,     '0.05'],
    [     -5,    '-0.05'],
    [     50,     '0.50'],
    [ 420_000, '4200.00'],
    [-420_050, '-4200.50'],
  ])('writes %i cents as %s', (amount, expected) => {
    expect(decimalFromCents(amount)).toBe(expected);
  });

  it.each([0.001, 1.005, 4200.999, 1e-7, 1e21, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses %d dollars instead of rounding',
    (dollars) => {
      expect(centsFromDollars(dollars)).toBeNull();
    },
  );

  it('adds correctly where binary floating point does not', () => {
    expect(centsFromDollars(0.1)! + centsFromDollars(0.2)!).toBe(centsFromDollars(0.3));
    expect(centsFromDollars(1.1)! * 3).toBe(centsFromDollars(3.3));
  });

  // biome-ignore format: a table
  it.each([
    ['4200',          420_000],
    ['$4,200',        420_000],
    [' 4200.50 ',     420_050],
    ['$ 1,000,000.5', 100_000_050],
    ['0',             0],
    ['4200.505',      null],
    ['-5',            null],
    ['4k',            null],
    ['.50',           null],
    ['1.2.3',         null],
    ['',              null],
    ['$',             null],
    ['1234567890123', null],
  ])('reads %j as typed', (typed, expected) => {
    expect(centsFromTyped(typed)).toBe(expected);
  });

  // biome-ignore format: a table
  it.each([
    [ 420_000, 'en-AU', 'AUD', '$4,200'],
    [ 420_050, 'en-AU', 'AUD', '$4,200.50'],
    [ 420_005, 'en-NZ', 'NZD', '$4,200.05'],
    [       0, 'en-NZ', 'NZD', '$0'],
    [-420_000, 'en-AU', 'AUD', '-$4,200'],
  ])('shows %i cents in %s and %s as %s', (amount, locale, currency, expected) => {
    expect(formatMoney(amount, { locale, currency })).toBe(expected);
  });

  it('reads back what it shows', () => {
    fc.assert(
      fc.property(fc.nat(largestAmountCents), (amount) => {
        expect(centsFromTyped(formatMoney(amount, { locale: 'en-AU', currency: 'AUD' }))).toBe(amount);
      }),
    );
  });
});

describe('division', () => {
  // biome-ignore format: a table
  it.each([
    [ 5n, 10n,  1n],
    [ 4n, 10n,  0n],
    [-5n, 10n, -1n],
    [-4n, 10n,  0n],
    [ 1n,  3n,  0n],
    [ 2n,  3n,  1n],
    [15n, 10n,  2n],
    [25n, 10n,  3n],
  ])('%d / %d rounds to %d, halves away from zero', (numerator, denominator, expected) => {
    expect(divideRounded(numerator, denominator)).toBe(expected);
  });

  it('is never more than half a unit away from the exact quotient', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        (n, d) => {
          const twiceOff = 2n * (divideRounded(n, d) * d - n);
          expect(twiceOff <= d && twiceOff >= -d).toBe(true);
        },
      ),
    );
  });
});
