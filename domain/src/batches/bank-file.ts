import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { BankAccount } from '@kerb/domain/organisations/bank-accounts.ts';
import { accountParts } from '@kerb/domain/organisations/new-zealand-accounts.ts';
import type { BankFileFormat } from '@kerb/domain/vocabulary/bank-file-formats.ts';

/** The account from which organisations are paid, as its bank wants its files. */
export type SendingAccount = {
  format: BankFileFormat;
  account: BankAccount;
  /** The bank's abbreviation, ANZ, CBA, NAB, WBC …; only an ABA file names it. */
  bankCode: string;
  /** The number by which the bank knows the sender of an ABA file. */
  userIdNumber: string;
  /** Whether an ABA file names the account in its first line too: some banks want it, some refuse it. */
  namesOwnAccount: boolean;
  /** Whether an ABA file ends with the debit that pays for its credits. */
  isSelfBalancing: boolean;
};

export type Credit = {
  account: BankAccount;
  /** Stands in for an account name of which no letter is left in plain ASCII. */
  organisationName: string;
  amountCents: Cents;
  /** The campaign's Flow No.: what the organisation finds on its statement. */
  reference: string;
  /** The first payment to an account that was changed. */
  isFirstToAccount: boolean;
};

export type FileRequest = {
  batchId: number;
  brand: string;
  from: SendingAccount;
  dueDate: Day;
  createdDate: Day;
  credits: readonly Credit[];
};

export const totalOf = (credits: readonly Credit[]): Cents =>
  credits.reduce((total, { amountCents }) => total + amountCents, 0);

export const batchName = ({ batchId }: Pick<FileRequest, 'batchId'>): string => `BATCH ${batchId}`;

/** '2026-11-15' as a bank wants it: 'YYMMDD' gives '261115'. */
export function dateAs(pattern: string, day: Day): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return pattern.replace('YYYY', year).replace('YY', year.slice(2)).replace('MM', month).replace('DD', date);
}

export const lines = (rows: readonly string[]): string => rows.map((row) => `${row}\r\n`).join('');
export const csvLine = (fields: readonly (string | number)[]): string => fields.join(',');

/** Branch and base of each account added up, the right-most eleven digits: how a bank sees that none was altered. */
export function hashTotal(accountNumbers: readonly string[]): string {
  const sum = accountNumbers.reduce((total, number) => {
    const { branch, base } = accountParts(number);
    return total + BigInt(`${branch}${base}`);
  }, 0n);
  return (sum % 100_000_000_000n).toString().padStart(11, '0');
}
