import { formatBsb } from '@kerb/domain/countries/australia/bank-account.ts';
import {
  type BankFileWriter,
  batchName,
  type Credit,
  dateAs,
  type FileRequest,
  lines,
  totalOf,
} from '@kerb/domain/countries/bank-file.ts';
import { plainText } from '@kerb/domain/countries/plain-text.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';

const words = (text: string, length: number) => plainText(text, length).padEnd(length);
const number = (value: number | string, length: number) => String(value).padStart(length, '0');
const account = (digits: string) => digits.padStart(9);
const bsb = (digits: string | null) => formatBsb(digits ?? '');
const spaces = (length: number) => ' '.repeat(length);

function header(request: FileRequest): string {
  const { from, brand, dueDate } = request;
  const own = from.namesOwnAccount ? bsb(from.account.bsbNumber) + account(from.account.accountNumber) : '';
  return [
    '0',
    own.padEnd(17),
    '01',
    words(from.bankCode, 3),
    spaces(7),
    words(from.account.accountName || brand, 26),
    number(from.userIdNumber, 6),
    words(batchName(request), 12),
    dateAs('DDMMYY', dueDate),
    spaces(40),
  ].join('');
}

type Entry = Pick<Credit, 'account' | 'amountCents' | 'reference'> & {
  name: string;
  code: '50' | '13';
  mark: ' ' | 'N';
};

function detail({ from, brand }: FileRequest, entry: Entry): string {
  return [
    '1',
    bsb(entry.account.bsbNumber),
    account(entry.account.accountNumber),
    entry.mark,
    entry.code,
    number(entry.amountCents, 10),
    words(entry.name, 32),
    words(entry.reference, 18),
    bsb(from.account.bsbNumber),
    account(from.account.accountNumber),
    words(brand, 16),
    number(0, 8),
  ].join('');
}

const credited = (credit: Credit): Entry => ({
  ...credit,
  name: plainText(credit.account.accountName, 32) || plainText(credit.organisationName, 32) || credit.reference,
  code: '50',
  mark: credit.isFirstToAccount ? 'N' : ' ',
});

const debited = (request: FileRequest, amountCents: Cents): Entry => ({
  account: request.from.account,
  amountCents,
  reference: batchName(request),
  name: request.from.account.accountName,
  code: '13',
  mark: ' ',
});

function trailer(credits: Cents, debits: Cents, records: number): string {
  const totals = [Math.abs(credits - debits), credits, debits].map((cents) => number(cents, 10)).join('');
  return ['7', '999-999', spaces(12), totals, spaces(24), number(records, 6), spaces(40)].join('');
}

/**
 * Australia's Direct Entry file: lines of 120 characters, with one header record, the payments and one total record.
 */
function abaFile(request: FileRequest): string {
  const total = totalOf(request.credits);
  const { isSelfBalancing } = request.from;
  const entries = request.credits.map(credited);
  const all = isSelfBalancing ? [...entries, debited(request, total)] : entries;
  const details = all.map((entry) => detail(request, entry));
  return lines([header(request), ...details, trailer(total, isSelfBalancing ? total : 0, all.length)]);
}

function mistakeIn({ bankCode, userIdNumber }: Parameters<NonNullable<BankFileWriter['mistakeIn']>>[0]): string | null {
  if (!/^[A-Z]{3}$/.test(bankCode)) {
    return `BANK_CODE is '${bankCode}': write the three letters of the bank, such as ANZ.`;
  }
  if (!/^\d{1,6}$/.test(userIdNumber)) {
    return `BANK_USER_ID is '${userIdNumber}': write the number of at most 6 digits that the bank gave.`;
  }
  return null;
}

export const australianBankFiles: Record<string, BankFileWriter> = {
  aba: { label: 'ABA (Direct Entry)', ending: 'aba', write: abaFile, mistakeIn },
};
