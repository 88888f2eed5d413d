import {
  type BankFileWriter,
  batchName,
  type Credit,
  csvLine,
  dateAs,
  type FileRequest,
  lines,
  totalOf,
} from '@kerb/domain/countries/bank-file.ts';
import { accountParts } from '@kerb/domain/countries/new-zealand/account-checksum.ts';
import { plainText } from '@kerb/domain/countries/plain-text.ts';
import { decimalFromCents } from '@kerb/domain/kernel/money.ts';

/** A statement has three fields of twelve characters for each side. */
const statementField = 12;
type Statement = { particulars: string; code: string; reference: string };

const field = (text: string) => plainText(text, statementField);
const nameOf = ({ account, organisationName, reference }: Credit, longest: number) =>
  plainText(account.accountName, longest) || plainText(organisationName, longest) || reference;

function statements(request: FileRequest, credit: Credit): { theirs: Statement; ours: Statement } {
  const shared = { code: field(batchName(request)), reference: field(credit.reference) };
  return {
    theirs: { particulars: field(request.brand), ...shared },
    ours: { particulars: nameOf(credit, statementField), ...shared },
  };
}

/**
 * The last eleven digits of the sum of all branch and base numbers. The bank uses it to check that no account was
 * altered.
 */
export function hashTotal(accountNumbers: readonly string[]): string {
  const sum = accountNumbers.reduce((total, number) => {
    const { branch, base } = accountParts(number);
    return total + BigInt(`${branch}${base}`);
  }, 0n);
  return (sum % 100_000_000_000n).toString().padStart(11, '0');
}

const hashOf = ({ credits }: FileRequest) => hashTotal(credits.map(({ account }) => account.accountNumber));

function bnzFile(request: FileRequest): string {
  const { from, credits, dueDate, createdDate } = request;
  const dates = [dateAs('YYMMDD', dueDate), dateAs('YYMMDD', createdDate)];
  const details = credits.map((credit) => {
    const { theirs, ours } = statements(request, credit);
    const payee = [credit.account.accountNumber, '50', credit.amountCents, nameOf(credit, 20)];
    const payer = plainText(from.account.accountName, 20);
    return csvLine([
      ...['2', ...payee, theirs.reference, theirs.code, '', theirs.particulars],
      ...[payer, ours.code, ours.reference, ours.particulars],
    ]);
  });
  return lines([
    csvLine(['1', '', '', '', from.account.accountNumber, '7', ...dates, '']),
    ...details,
    csvLine(['3', totalOf(credits), credits.length, hashOf(request)]),
  ]);
}

function anzFile(request: FileRequest): string {
  const { from, credits, dueDate, createdDate, brand } = request;
  const [due, created] = [dateAs('YYYYMMDD', dueDate), dateAs('YYYYMMDD', createdDate)];
  const name = field(batchName(request));
  const details = credits.map((credit) => {
    const { theirs, ours } = statements(request, credit);
    const payee = [credit.account.accountNumber, '50', credit.amountCents, nameOf(credit, 32)];
    const texts = [theirs, ours].flatMap(({ particulars, code, reference }) => [particulars, code, reference]);
    return csvLine(['2', ...payee, ...texts, '', '', '']);
  });
  const own = [from.account.accountNumber, '', 'S', '', name, field(brand), name, name];
  return lines([
    csvLine(['1', 'C', due, '', created, ...own, '', '', '']),
    ...details,
    csvLine(['3', '', totalOf(credits), credits.length, hashOf(request), '', '', '']),
  ]);
}

/** Has no header and no control record. */
function asbFile(request: FileRequest): string {
  const { from, credits, dueDate } = request;
  const batch = [plainText(batchName(request), 20), dateAs('YYYY/MM/DD', dueDate), from.account.accountNumber];
  return lines(
    credits.map((credit) => {
      const { theirs, ours } = statements(request, credit);
      return csvLine([
        ...[...batch, decimalFromCents(credit.amountCents), theirs.particulars, theirs.code, theirs.reference],
        ...[credit.account.accountNumber, ours.particulars, ours.code, ours.reference, nameOf(credit, 32)],
      ]);
    }),
  );
}

function westpacFile(request: FileRequest): string {
  const { from, credits, dueDate } = request;
  const own = accountParts(from.account.accountNumber);
  const customer = plainText(from.account.accountName, 30);
  const details = credits.map((credit, place) => {
    const { bank, branch, base, suffix } = accountParts(credit.account.accountNumber);
    const { theirs } = statements(request, credit);
    return csvLine([
      ...['D', place + 2, bank, branch, base, suffix, '50', 'DC', credit.amountCents, nameOf(credit, 20)],
      ...[theirs.particulars, theirs.code, theirs.reference],
      ...[own.bank, own.branch, own.base, own.suffix, plainText(from.account.accountName, 20), ''],
    ]);
  });
  const name = plainText(batchName(request), 20);
  const header = ['A', '1', own.bank, own.branch, customer, '', name, dateAs('DDMMYY', dueDate), ''];
  return lines([csvLine(header), ...details]);
}

// biome-ignore format: a table
export const newZealandBankFiles: Record<string, BankFileWriter> = {
  bnz:     { label: 'BNZ',              ending: 'csv', write: bnzFile     },
  anz:     { label: 'ANZ',              ending: 'csv', write: anzFile     },
  asb:     { label: 'ASB',              ending: 'csv', write: asbFile     },
  westpac: { label: 'Westpac DeskBank', ending: 'csv', write: westpacFile },
};
