import {
  type BankAccountScheme,
  digitsIn,
  type ReadNumber,
  wrongNumber,
} from '@kerb/domain/countries/bank-account-scheme.ts';
import { accountParts, checkNewZealandAccount } from '@kerb/domain/countries/new-zealand/account-checksum.ts';
import { allow, type Decision } from '@kerb/domain/kernel/decision.ts';

const partLengths = [2, 4, 7, 3] as const;

/** Four parts with any separator, or fifteen or sixteen digits in a row. Only zeros may make a part longer. */
function newZealandDigits(typed: string): string | null {
  const text = typed.normalize('NFKC').trim();
  const onEnd = digitsIn(text);
  if (!/[^\d]/.test(text) && (onEnd.length === 15 || onEnd.length === 16)) {
    return onEnd.slice(0, 13) + onEnd.slice(13).padStart(3, '0');
  }
  const parts = text.split(/[\s.\-‐–]+/);
  if (parts.length !== 4 || !parts.every((part) => /^\d+$/.test(part))) return null;
  const padded = parts.map((part, place) => part.replace(/^0+(?=\d)/, '').padStart(partLengths[place] ?? 0, '0'));
  return padded.every((part, place) => part.length === partLengths[place]) ? padded.join('') : null;
}

export function parseNewZealandAccount(typed: string): Decision<ReadNumber> {
  const wrong = wrongNumber.bind(null, 'accountNumber');
  if (typed.trim() === '') return wrong('isEmpty', 'Enter the account number.');
  const digits = newZealandDigits(typed);
  if (digits === null) return wrong('notValid', 'Enter bank, branch, account and suffix: 01-0902-0068389-000.');
  const verdict = checkNewZealandAccount(accountParts(digits));
  const shown = formatNewZealandAccount(digits);
  if (verdict === 'wrong') return wrong('notValid', 'That bank account number is not valid. Please check each digit.');
  const warning =
    verdict === 'unknown-branch' ? `We do not know the branch of ${shown}, so it cannot be checked.` : null;
  return allow({ digits, shown, warning });
}

export const formatNewZealandAccount = (digits: string): string =>
  digits.replace(/^(\d{2})(\d{4})(\d{7})(\d{3})$/, '$1-$2-$3-$4');

/** One number of bank, branch, base and suffix: '01-0902-0068389-000'. */
export const newZealandBankAccount: BankAccountScheme = {
  bsbNumber: null,
  accountNumber: { parse: parseNewZealandAccount, format: formatNewZealandAccount },
};
