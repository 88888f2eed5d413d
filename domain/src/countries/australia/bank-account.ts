import {
  type BankAccountScheme,
  digitsIn,
  hasStrayMarks,
  type ReadNumber,
  wrongNumber,
} from '@kerb/domain/countries/bank-account-scheme.ts';
import { allow, type Decision } from '@kerb/domain/kernel/decision.ts';

/**
 * Pads a BSB to six digits on the left and warns about it. If a digit other than the first is missing, the padded
 * number belongs to another bank, and a BSB has no check digit.
 */
export function parseBsb(typed: string): Decision<ReadNumber> {
  const given = digitsIn(typed);
  const digits = given.padStart(6, '0');
  if (given === '') return wrongNumber('bsbNumber', 'isEmpty', 'Enter the BSB.');
  if (given.length > 6) return wrongNumber('bsbNumber', 'stringLengthTooLong', 'A BSB has 6 digits.');
  if (/^0+$/.test(digits)) return wrongNumber('bsbNumber', 'notValid', 'That BSB is not valid.');
  const shown = formatBsb(digits);
  const wasGuessed = given.length < 6 || hasStrayMarks(typed);
  return allow({ digits, shown, warning: wasGuessed ? `We read this as ${shown}. Please check.` : null });
}

export const formatBsb = (digits: string): string => digits.replace(/^(\d{3})(\d{3})$/, '$1-$2');

/** Banks issue six digits or more; a few old accounts have five, which gets a warning. Fewer is a typing mistake. */
const usualAccountDigits = 6;
const fewestAccountDigits = 5;

export function parseAustralianAccount(typed: string): Decision<ReadNumber> {
  const digits = digitsIn(typed);
  const wrong = wrongNumber.bind(null, 'accountNumber');
  if (digits === '') return wrong('isEmpty', 'Enter the account number.');
  if (digits.length < fewestAccountDigits)
    return wrong('stringLengthTooShort', `An account number has at least ${fewestAccountDigits} digits.`);
  if (digits.length > 9) return wrong('stringLengthTooLong', 'An account number has at most 9 digits.');
  if (/^0+$/.test(digits)) return wrong('notValid', 'That account number is not valid.');
  const isOdd = digits.length < usualAccountDigits || hasStrayMarks(typed);
  return allow({ digits, shown: digits, warning: isOdd ? `We read this as ${digits}. Please check.` : null });
}

/** A BSB, which names bank and branch, and an account number: '062-000 12345678'. */
export const australianBankAccount: BankAccountScheme = {
  bsbNumber: { parse: parseBsb, format: formatBsb },
  accountNumber: { parse: parseAustralianAccount, format: (digits) => digits },
};
