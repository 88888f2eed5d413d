import { bookAccounts } from '@kerb/domain/books/account-table.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { type Cents, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { type Account, accountNames } from '@kerb/domain/payments/ledger.ts';

export const accountingSystems = ['xero', 'myob'] as const;
export type AccountingSystem = (typeof accountingSystems)[number];
export const accountingSystemLabels: Record<AccountingSystem, string> = { xero: 'Xero', myob: 'MYOB' };

/** How an account is written in each system. */
export const codePatterns: Record<AccountingSystem, { pattern: RegExp; words: string }> = {
  xero: { pattern: /^[0-9A-Za-z.-]{1,10}$/, words: 'Up to 10 letters and digits, as in Xero’s chart of accounts.' },
  myob: { pattern: /^\d-\d{4}$/, words: 'A digit, a dash and four digits, as in 1-1110.' },
};

export type AccountCodes = Partial<Record<Account, string>>;
/** What a period changes of an account: a debit is positive. `contact`: the organisation that it is owed to. */
export type JournalLine = { account: Account; contact: string | null; amount: Cents };
export type JournalFacts = {
  narration: string;
  /** Names the journal in the other system: at most eight letters and digits. */
  number: string;
  day: Day;
  lines: readonly JournalLine[];
  codes: AccountCodes;
  /** The name of the tax rate that changes nothing: the lines of the ledger have their tax on an account of its own. */
  noTax: string;
};

/** Xero takes at most 300 lines in a file. */
const mostLines = 300;

/** The largest amounts of organisations keep their own lines; the others are one line for each account. */
export function foldLines(lines: readonly JournalLine[], most = mostLines - accountNames.length): JournalLine[] {
  const own = lines
    .filter(({ contact }) => contact !== null)
    .toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
    .slice(0, most);
  const kept = new Set(own);
  const rest = new Map<Account, Cents>();
  for (const line of lines.filter((each) => !kept.has(each))) {
    rest.set(line.account, (rest.get(line.account) ?? 0) + line.amount);
  }
  return [...[...rest].map(([account, amount]) => ({ account, contact: null, amount })), ...own]
    .filter(({ amount }) => amount !== 0)
    .toSorted((a, b) => accountNames.indexOf(a.account) - accountNames.indexOf(b.account));
}

/** Whether a period can be exported: something was posted, it balances, and every account has its code. */
export function decideExport({ lines, codes }: Pick<JournalFacts, 'lines' | 'codes'>): Decision<null> {
  if (lines.every(({ amount }) => amount === 0)) return refuse('nothing-posted', 'Nothing was posted in this period.');
  const missing = accountNames.filter(
    (account) => codes[account] === undefined && lines.some((line) => line.account === account && line.amount !== 0),
  );
  if (missing.length > 0) {
    const names = missing.map((account) => bookAccounts[account].label).join(', ');
    return refuse('codes-missing', `These accounts have no code yet: ${names}.`);
  }
  return allow(null);
}

const localDay = (day: Day): string => day.split('-').reverse().join('/');
const describe = ({ account, contact }: JournalLine): string =>
  [bookAccounts[account].label, contact].filter((part) => part !== null).join(' · ');
const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Xero's template of manual journals: a debit is positive, a credit negative. */
function xeroFile({ narration, day, lines, codes, noTax }: JournalFacts): string {
  const header =
    '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2';
  const rows = lines.map((line) => [
    ...[narration, localDay(day), describe(line), codes[line.account] ?? '', noTax, decimalFromCents(line.amount)],
    ...['', '', '', ''],
  ]);
  return `${[header, ...rows.map((cells) => cells.map(cell).join(','))].join('\r\n')}\r\n`;
}

const myobFields = [
  ...['Journal Number', 'Date', 'Memo', 'GST [BAS] Reporting', 'Inclusive', 'Account Number'],
  ...['Debit Ex-Tax Amount', 'Debit Inc-Tax Amount', 'Credit Ex-Tax Amount', 'Credit Inc-Tax Amount'],
  ...['Job', 'Tax Code', 'Tax Amount', 'Allocation Memo'],
];

/** MYOB AccountRight's import of general journals: fields between tabs, and an empty line after the journal. */
function myobFile({ narration, number, day, lines, codes, noTax }: JournalFacts): string {
  const plain = (text: string) => text.replaceAll(/[\t\r\n]+/g, ' ').slice(0, 255);
  const rows = lines.map((line) => {
    const debit = line.amount > 0 ? decimalFromCents(line.amount) : '';
    const credit = line.amount < 0 ? decimalFromCents(-line.amount) : '';
    return [
      ...[number, localDay(day), plain(narration), '', '', codes[line.account] ?? '', debit, debit, credit, credit],
      ...['', noTax, '0.00', plain(describe(line))],
    ].join('\t');
  });
  return `${[myobFields.join('\t'), ...rows].join('\r\n')}\r\n\r\n`;
}

export const journalFiles: Record<AccountingSystem, { ending: string; write: (facts: JournalFacts) => string }> = {
  xero: { ending: 'csv', write: xeroFile },
  myob: { ending: 'txt', write: myobFile },
};
