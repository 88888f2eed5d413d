import { parseAustralianAccount, parseBsb } from '@kerb/domain/countries/australia/bank-account.ts';
import type { ReadNumber } from '@kerb/domain/countries/bank-account-scheme.ts';
import type { Decision } from '@kerb/domain/kernel/decision.ts';
import { describe, expect, it } from 'vitest';

const readingOf = (verdict: Decision<ReadNumber>) => (verdict.ok ? verdict.value : verdict.because);

describe('a BSB', () => {
  // biome-ignore format: a table
  it.each([
    ['062-000',   '062000', '062-000', null],
    ['062000',    '062000', '062-000', null],
    [' 062 000 ', '062000', '062-000', null],
    ['62000',     '062000', '062-000', 'We read this as 062-000. Please check.'],
    ['12-345',    '012345', '012-345', 'We read this as 012-345. Please check.'],
    ['BSB062000', '062000', '062-000', 'We read this as 062-000. Please check.'],
  ])('is read from %j', (typed, digits, shown, warning) => {
    expect(readingOf(parseBsb(typed))).toEqual({ digits, shown, warning });
  });

  it.each([
    ['', 'Enter the BSB.'],
    ['none', 'Enter the BSB.'],
    ['0620001', 'A BSB has 6 digits.'],
    ['000-000', 'That BSB is not valid.'],
  ])('is refused as %j', (typed, because) => expect(readingOf(parseBsb(typed))).toBe(because));
});

describe('an Australian account number', () => {
  // biome-ignore format: a table
  it.each([
    ['123456789',    '123456789', null],
    ['12-3456 78',   '12345678',  null],
    ['0012345',      '0012345',   null],
    ['12345',        '12345',     'We read this as 12345. Please check.'],
    ['Acct 1234567', '1234567',   'We read this as 1234567. Please check.'],
  ])('is read from %j', (typed, digits, warning) => {
    expect(readingOf(parseAustralianAccount(typed))).toEqual({ digits, shown: digits, warning });
  });

  it.each([
    ['', 'Enter the account number.'],
    ['1', 'An account number has at least 5 digits.'],
    ['1234', 'An account number has at least 5 digits.'],
    ['1234567890', 'An account number has at most 9 digits.'],
    ['000000', 'That account number is not valid.'],
  ])('is refused as %j', (typed, because) => expect(readingOf(parseAustralianAccount(typed))).toBe(because));
});
