import type { ReadNumber } from '@kerb/domain/countries/bank-account-scheme.ts';
import { checkNewZealandAccount } from '@kerb/domain/countries/new-zealand/account-checksum.ts';
import { formatNewZealandAccount, parseNewZealandAccount } from '@kerb/domain/countries/new-zealand/bank-account.ts';
import type { Decision } from '@kerb/domain/kernel/decision.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const readingOf = (verdict: Decision<ReadNumber>) => (verdict.ok ? verdict.value : verdict.because);
const number = (length: number) =>
  fc.integer({ min: 0, max: 10 ** length - 1 }).map((value) => String(value).padStart(length, '0'));

const notValid = 'That bank account number is not valid. Please check each digit.';
const parts = 'Enter bank, branch, account and suffix: 01-0902-0068389-000.';

describe('a New Zealand account number', () => {
  // biome-ignore format: a table
  it.each([
    ['01-0902-0068389-00',   '0109020068389000'],
    ['01 0902 0068389 00',   '0109020068389000'],
    ['1-902-68389-0',        '0109020068389000'],
    ['01-0902-00068389-0000', '0109020068389000'],
    ['010902006838900',      '0109020068389000'],
    ['0109020068389000',     '0109020068389000'],
    ['08-6523-1954512-001',  '0865231954512001'],
    ['26-2600-0320871-032',  '2626000320871032'],
    ['01-0242-0100194-00',   '0102420100194000'],
  ])('is valid as %j', (typed, digits) => {
    expect(readingOf(parseNewZealandAccount(typed))).toEqual({
      digits,
      shown: formatNewZealandAccount(digits),
      warning: null,
    });
  });

  // biome-ignore format: a table
  it.each([
    ['01-0242-0100195-00',  notValid],
    ['08-6523-1954513-001', notValid],
    ['26-2600-0320871-033', notValid],
    ['',                    'Enter the account number.'],
    ['01-0902-0068389',     parts],
    ['01-0902-0068389-00-1', parts],
    ['01-0902-12345678-00', parts],
    ['101-0902-0068389-00', parts],
    ['01-0902-0068389-1000', parts],
    ['01-09O2-0068389-00',  parts],
    ['12345',               parts],
  ])('is refused as %j', (typed, because) => expect(readingOf(parseNewZealandAccount(typed))).toBe(because));

  it('with an unknown branch gives a warning, not an error', () => {
    expect(readingOf(parseNewZealandAccount('99-0001-0000001-00'))).toEqual({
      digits: '9900010000001000',
      shown: '99-0001-0000001-000',
      warning: 'We do not know the branch of 99-0001-0000001-000, so it cannot be checked.',
    });
    expect(readingOf(parseNewZealandAccount('01-1000-0068389-00'))).toMatchObject({ digits: '0110000068389000' });
  });

  // One branch of each algorithm; the last digit of the base, or of the suffix, is the check digit.
  // biome-ignore format: a table
  it.each([
    ['A', '01', '0902', fc.integer({ min: 0, max: 98_999 })],
    ['B', '01', '0902', fc.integer({ min: 99_000, max: 999_999 })],
    ['D', '08', '6523', fc.integer({ min: 0, max: 999_999 })],
    ['F', '25', '2500', fc.integer({ min: 0, max: 999_999 })],
    ['G', '26', '2600', fc.integer({ min: 0, max: 999_999 })],
  ] as const)('by algorithm %s has at most one valid last digit', (_name, bank, branch, most) => {
    fc.assert(
      fc.property(most, number(3), (front, suffix) => {
        const sound = [...'0123456789'].filter((last) => {
          const base = `${front}${last}`.padStart(7, '0');
          return checkNewZealandAccount({ bank, branch, base, suffix }) === 'sound';
        });
        expect(sound.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('by algorithm E has at most one valid last digit, that of its suffix', () => {
    fc.assert(
      fc.property(number(7), number(2), (base, front) => {
        const sound = [...'0123456789'].filter((last) => {
          const account = { bank: '09', branch: '0000', base, suffix: `${front}${last}` };
          return checkNewZealandAccount(account) === 'sound';
        });
        expect(sound.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('of bank 31 is always valid, because its checksum is not known', () => {
    fc.assert(
      fc.property(number(7), number(3), (base, suffix) => {
        expect(checkNewZealandAccount({ bank: '31', branch: '2800', base, suffix })).toBe('sound');
      }),
    );
  });

  it('is read the same however it is written', () => {
    fc.assert(
      fc.property(number(2), number(4), number(7), number(3), (bank, branch, base, suffix) => {
        const onEnd = bank + branch + base + suffix;
        expect(parseNewZealandAccount(formatNewZealandAccount(onEnd))).toEqual(parseNewZealandAccount(onEnd));
      }),
    );
  });
});
