import type { BankAccount } from '@kerb/domain/countries/bank-account-scheme.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';

/** The account from which organisations are paid, with what its bank needs in a file. */
export type SendingAccount = {
  /** The name of one of the country's bank files. */
  format: string;
  account: BankAccount;
  /** The bank's abbreviation (ANZ, CBA, NAB, WBC …), used only in ABA files. */
  bankCode: string;
  /** The user identification number that the bank gave for ABA files. */
  userIdNumber: string;
  /** Whether the first line of an ABA file contains the account: some banks require it, others refuse it. */
  namesOwnAccount: boolean;
  /** Whether an ABA file ends with one debit for the total of its credits. */
  isSelfBalancing: boolean;
};

/** The account as it is written in the configuration. */
export type GivenAccount = {
  accountName: string;
  bsbNumber: string;
  accountNumber: string;
  bankCode: string;
  userIdNumber: string;
};

export type Credit = {
  account: BankAccount;
  /** Used if no letter of the account name can be written in ASCII. */
  organisationName: string;
  amountCents: Cents;
  /** The campaign's Flow No., which the organisation finds on its bank statement. */
  reference: string;
  /** Whether this is the first payment to a changed account. */
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

export type BankFileWriter = {
  label: string;
  /** The ending of the file's name. */
  ending: string;
  write: (request: FileRequest) => string;
  /** What the configuration lacks for this file; null if nothing. */
  mistakeIn?: (given: Pick<GivenAccount, 'bankCode' | 'userIdNumber'>) => string | null;
};

export const totalOf = (credits: readonly Credit[]): Cents =>
  credits.reduce((total, { amountCents }) => total + amountCents, 0);

export const batchName = ({ batchId }: Pick<FileRequest, 'batchId'>): string => `BATCH ${batchId}`;

/** Formats '2026-11-15' by a bank's pattern: 'YYMMDD' gives '261115'. */
export function dateAs(pattern: string, day: Day): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return pattern.replace('YYYY', year).replace('YY', year.slice(2)).replace('MM', month).replace('DD', date);
}

export const lines = (rows: readonly string[]): string => rows.map((row) => `${row}\r\n`).join('');
export const csvLine = (fields: readonly (string | number)[]): string => fields.join(',');
