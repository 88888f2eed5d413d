import type { CountryRules } from '@kerb/domain/countries/country.ts';
import {
  allow,
  type Decision,
  type FieldErrors,
  type FieldErrorType,
  fieldError,
  refuse,
} from '@kerb/domain/kernel/decision.ts';
import { accountParts, checkNewZealandAccount } from '@kerb/domain/organisations/new-zealand-accounts.ts';

type Banking = Pick<CountryRules, 'bankAccountScheme'>;

/** An account as stored: digits only. New Zealand has no BSB; its account number begins with bank and branch. */
export type BankAccount = { accountName: string; bsbNumber: string | null; accountNumber: string };
export type TypedBankAccount = {
  accountName?: string | null;
  bsbNumber?: string | null;
  accountNumber?: string | null;
};

/** A number as it was read, its formatted form, and a warning for its owner to check. */
export type ReadNumber = { digits: string; shown: string; warning: string | null };
export type ReadBankAccount = { account: BankAccount; warnings: Partial<Record<keyof BankAccount, string>> };

const longestAccountName = 100;

function wrong(field: string, type: FieldErrorType, message: string) {
  return refuse('bank-account-not-valid', message, fieldError(field, type, message));
}

const digitsIn = (typed: string): string => typed.normalize('NFKC').replace(/\D/g, '');
const hasStrayMarks = (typed: string): boolean => /[^\d\s.\-‐–]/.test(typed.normalize('NFKC'));

/**
 * Pads a BSB to six digits on the left and warns about it. If a digit other than the first is missing, the padded
 * number belongs to another bank, and a BSB has no check digit.
 */
export function parseBsb(typed: string, field = 'bsbNumber'): Decision<ReadNumber> {
  const given = digitsIn(typed);
  const digits = given.padStart(6, '0');
  if (given === '') return wrong(field, 'isEmpty', 'Enter the BSB.');
  if (given.length > 6) return wrong(field, 'stringLengthTooLong', 'A BSB has 6 digits.');
  if (/^0+$/.test(digits)) return wrong(field, 'notValid', 'That BSB is not valid.');
  const shown = formatBsb(digits);
  const wasGuessed = given.length < 6 || hasStrayMarks(typed);
  return allow({ digits, shown, warning: wasGuessed ? `We read this as ${shown}. Please check.` : null });
}

export const formatBsb = (digits: string): string => digits.replace(/^(\d{3})(\d{3})$/, '$1-$2');

/** Most have six digits or more; a shorter one gets a warning, not an error. */
const usualAccountDigits = 6;

export function parseAustralianAccount(typed: string, field = 'accountNumber'): Decision<ReadNumber> {
  const digits = digitsIn(typed);
  if (digits === '') return wrong(field, 'isEmpty', 'Enter the account number.');
  if (digits.length > 9) return wrong(field, 'stringLengthTooLong', 'An account number has at most 9 digits.');
  if (/^0+$/.test(digits)) return wrong(field, 'notValid', 'That account number is not valid.');
  const isOdd = digits.length < usualAccountDigits || hasStrayMarks(typed);
  return allow({ digits, shown: digits, warning: isOdd ? `We read this as ${digits}. Please check.` : null });
}

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

export function parseNewZealandAccount(typed: string, field = 'accountNumber'): Decision<ReadNumber> {
  if (typed.trim() === '') return wrong(field, 'isEmpty', 'Enter the account number.');
  const digits = newZealandDigits(typed);
  if (digits === null) {
    return wrong(field, 'notValid', 'Enter bank, branch, account and suffix: 01-0902-0068389-000.');
  }
  const verdict = checkNewZealandAccount(accountParts(digits));
  const shown = formatNewZealandAccount(digits);
  if (verdict === 'wrong') {
    return wrong(field, 'notValid', 'That bank account number is not valid. Please check each digit.');
  }
  const warning =
    verdict === 'unknown-branch' ? `We do not know the branch of ${shown}, so it cannot be checked.` : null;
  return allow({ digits, shown, warning });
}

export const formatNewZealandAccount = (digits: string): string =>
  digits.replace(/^(\d{2})(\d{4})(\d{7})(\d{3})$/, '$1-$2-$3-$4');

type Scheme = {
  hasBsb: boolean;
  parseAccount: (typed: string, field?: string) => Decision<ReadNumber>;
  format: (account: Omit<BankAccount, 'accountName'>) => string;
};

// biome-ignore format: a table
const schemes: Record<CountryRules['bankAccountScheme'], Scheme> = {
  bsb:    { hasBsb: true,  parseAccount: parseAustralianAccount, format: ({ bsbNumber, accountNumber }) => `${formatBsb(bsbNumber ?? '')} ${accountNumber}` },
  branch: { hasBsb: false, parseAccount: parseNewZealandAccount, format: ({ accountNumber }) => formatNewZealandAccount(accountNumber) },
};

/** The format that people read: '062-000 12345678', '01-0902-0068389-000'. */
export const formatBankAccount = (account: Omit<BankAccount, 'accountName'>, { bankAccountScheme }: Banking): string =>
  schemes[bankAccountScheme].format(account);

/** A whole account. Null if nothing was entered: an organisation may have none. */
export function parseBankAccount(
  typed: TypedBankAccount,
  { bankAccountScheme }: Banking,
): Decision<ReadBankAccount | null> {
  const { hasBsb, parseAccount } = schemes[bankAccountScheme];
  const [name, bsb, number] = [typed.accountName, typed.bsbNumber, typed.accountNumber].map((part) =>
    (part ?? '').trim(),
  ) as [string, string, string];
  if (name === '' && number === '' && (bsb === '' || !hasBsb)) return allow(null);
  const readBsb = hasBsb ? parseBsb(bsb) : null;
  const readNumber = parseAccount(number);
  const validation: FieldErrors = {
    ...(name === '' && fieldError('accountName', 'isEmpty', 'Enter the account name.')),
    ...(name.length > longestAccountName &&
      fieldError('accountName', 'stringLengthTooLong', `Use at most ${longestAccountName} characters.`)),
    ...(readBsb && !readBsb.ok && readBsb.validation),
    ...(!readNumber.ok && readNumber.validation),
  };
  const [first] = Object.values(validation).flat();
  if (first || !readNumber.ok || (readBsb && !readBsb.ok)) {
    return refuse('bank-account-not-valid', first?.message ?? 'That bank account is not valid.', validation);
  }
  const warnings = {
    ...(readBsb?.value.warning && { bsbNumber: readBsb.value.warning }),
    ...(readNumber.value.warning && { accountNumber: readNumber.value.warning }),
  };
  const account = {
    accountName: name,
    bsbNumber: readBsb?.value.digits ?? null,
    accountNumber: readNumber.value.digits,
  };
  return allow({ account, warnings });
}
