import { type Decision, type FieldErrorType, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';

/** An account as stored: digits only. `bsbNumber` holds the bank's code; a country without one stores null. */
export type BankAccount = { accountName: string; bsbNumber: string | null; accountNumber: string };
export type BankAccountNumber = 'bsbNumber' | 'accountNumber';

/** A number as it was read, its formatted form, and a warning for its owner to check. */
export type ReadNumber = { digits: string; shown: string; warning: string | null };

export type NumberScheme = {
  parse: (typed: string) => Decision<ReadNumber>;
  /** The format that people read. Takes the stored digits. */
  format: (digits: string) => string;
};

/** How the numbers of a bank account are parsed and formatted. Null: the country's accounts have no such number. */
export type BankAccountScheme = { bsbNumber: NumberScheme | null; accountNumber: NumberScheme };

/** An input of a bank account, besides its name. A number with parts has an input for each and is stored as one. */
export type BankAccountField = {
  name: BankAccountNumber;
  label: string;
  parts?: readonly { label: string; longest: number }[];
};

export function wrongNumber(field: BankAccountNumber, type: FieldErrorType, message: string) {
  return refuse('bank-account-not-valid', message, fieldError(field, type, message));
}

export const digitsIn = (typed: string): string => typed.normalize('NFKC').replace(/\D/g, '');
export const hasStrayMarks = (typed: string): boolean => /[^\d\s.\-‐–]/.test(typed.normalize('NFKC'));
