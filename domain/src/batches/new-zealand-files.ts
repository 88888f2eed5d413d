import {
  batchName,
  type Credit,
  csvLine,
  dateAs,
  type FileRequest,
  hashTotal,
  lines,
  totalOf,
} from '@kerb/domain/batches/bank-file.ts';
import { plainText } from '@kerb/domain/batches/plain-text.ts';
import { decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { accountParts } from '@kerb/domain/organisations/new-zealand-accounts.ts';

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

const hashOf = ({ credits }: FileRequest) => hashTotal(credits.map(({ account }) => account.accountNumber));

export function bnzFile(request: FileRequest): string {
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

export function anzFile(request: FileRequest): string {
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
export function asbFile(request: FileRequest): string {
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

export function westpacFile(request: FileRequest): string {
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
