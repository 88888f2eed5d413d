import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { type Cents, centsFromDecimal, largestAmountCents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';

/** A row of the bank's file, and the line on which it begins, as an editor counts. */
export type StatementRow = { line: number; fields: string[] };

/** One movement of a bank statement: positive came in, negative went out. */
export type StatementLine = {
  line: number;
  date: Day;
  amountCents: Cents;
  words: string;
  /** The same for the same movement in every file. */
  identity: string;
};
export type RefusedLine = { line: number; because: string };
export type Statement = { lines: StatementLine[]; refused: RefusedLine[]; reading: Reading };

/** The headers of each column, letters only, in order of preference. */
// biome-ignore format: a table
const headers = {
  date:   ['date', 'transactiondate', 'trandate', 'processeddate', 'processdate', 'posteddate', 'postdate', 'dateprocessed', 'valuedate', 'effectivedate'],
  amount: ['amount', 'amountaud', 'amountnzd', 'transactionamount', 'value'],
  debit:  ['debit', 'debits', 'debitamount', 'debitaud', 'debitnzd', 'withdrawal', 'withdrawals', 'moneyout', 'paidout'],
  credit: ['credit', 'credits', 'creditamount', 'creditaud', 'creditnzd', 'deposit', 'deposits', 'moneyin', 'paidin'],
  words:  ['description', 'transactiondescription', 'details', 'transactiondetails', 'narrative', 'narration', 'memo', 'payee', 'otherparty', 'otherpartyname', 'name', 'particulars', 'code', 'analysiscode', 'reference', 'tppart', 'tpcode', 'tpref', 'oppart', 'opcode', 'opref'],
} as const;

type Layout = { date: number; amount: number; debit: number; credit: number; words: number[] };

/** Some banks write lines about the account before the header. */
const furthestHeader = 15;
const longestWords = 500;

const lettersOf = (header: string): string => header.toLowerCase().replace(/[^a-z]/g, '');
const isWhole = ({ date, amount, debit, credit, words }: Layout): boolean =>
  date >= 0 && (amount >= 0 || (debit >= 0 && credit >= 0)) && words.length > 0;

function layoutOf({ fields }: StatementRow): Layout {
  const names = fields.map(lettersOf);
  const place = (known: readonly string[]) => names.indexOf(known.find((name) => names.includes(name)) ?? '-');
  const words = names.flatMap((name, at) => ((headers.words as readonly string[]).includes(name) ? [at] : []));
  const { date, amount, debit, credit } = headers;
  return { date: place(date), amount: place(amount), debit: place(debit), credit: place(credit), words };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthNames = 'january february march april may june july august september october november december'.split(' ');

/** '11' of 'Nov', 'November', '11' or '1'. Empty if it is no month. */
function monthFrom(text: string): string {
  if (/^\d+$/.test(text)) return text;
  const word = text.toLowerCase();
  const isKnown = word === 'sept' || months.includes(word) || monthNames.includes(word);
  return isKnown ? String(months.indexOf(word.slice(0, 3)) + 1) : '';
}

/** 31/12/2026, 31/12/26, 31 Dec 26, 31-Dec-2026, 2026-12-31 or 20261231. Null if there is no such day. */
export function dayFrom(text: string): Day | null {
  const [, dd, mm, yyyy] = /^(\d{1,2})[/. -](\d{1,2}|[A-Za-z]{3,9})[/. -](\d{2}|\d{4})$/.exec(text) ?? [];
  const [, y, m, d] = /^(\d{4})[/-]?(\d{2})[/-]?(\d{2})$/.exec(text) ?? [];
  // Two digits are a year of this century: no bank sends a statement of another.
  const full = yyyy?.length === 2 ? `20${yyyy}` : yyyy;
  const [year, month, date] = [full ?? y, mm === undefined ? m : monthFrom(mm), dd ?? d];
  if (!year || !month || !date || !/^(19|2\d)/.test(year)) return null;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? null : day;
}

/** '1,234.50', '-$12', '(12.00)' or '12.00 DR', to the cent. Null if it is not an amount. */
export function signedCentsFrom(text: string): Cents | null {
  const match = /^([-+(]?)\$?([-+]?)(\d{1,3}(?:,\d{3})+|\d{1,14})(\.\d{1,2})?(\)?)(CR|DR)?$/i.exec(
    text.replace(/\s/g, ''),
  );
  if (!match) return null;
  const [, before = '', sign = '', whole = '', rest = '', after = '', side = ''] = match;
  const signs = [before === '(' ? '-' : before, sign, side.toUpperCase() === 'DR' ? '-' : ''].filter(Boolean);
  if ((before === '(') !== (after === ')') || signs.length > 1) return null;
  const cents = centsFromDecimal(`${whole.replaceAll(',', '')}${rest}`);
  if (cents > largestAmountCents) return null;
  return signs[0] === '-' && cents !== 0 ? -cents : cents;
}

type Movement = Pick<StatementLine, 'date' | 'amountCents' | 'words'>;

/** The date, the amount and the text in capitals, so that a different notation gives the same identity. */
const movement = ({ date, amountCents, words }: Movement): string =>
  `${date}|${amountCents}|${words.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '')}`;

/** Equal movements of one day are numbered from 1: two equal payments are two payments. */
const placed = (key: string, place: number): string => `${key}|${place}`;
export const identityOf = (line: Movement, place: number): string => placed(movement(line), place);

/** CommBank writes no header: day, amount, text, balance. */
function bareLayout(rows: readonly StatementRow[]): Layout | null {
  const [date = '', amount = '', words = ''] = rows[0]?.fields ?? [];
  if (dayFrom(date) === null || signedCentsFrom(amount) === null || words === '') return null;
  return { date: 0, amount: 1, debit: -1, credit: -1, words: [2] };
}

function amountIn({ fields }: StatementRow, layout: Layout): Cents | null {
  if (layout.amount >= 0) return signedCentsFrom(fields[layout.amount] ?? '');
  const [debit = '', credit = ''] = [fields[layout.debit], fields[layout.credit]];
  const [out, into] = [debit, credit].map((text) => (text === '' ? 0 : signedCentsFrom(text)));
  if (out == null || into == null || (out !== 0 && into !== 0)) return null;
  // Some banks write a debit as negative and some as positive.
  return out === 0 ? into : -Math.abs(out);
}

type Read = Omit<StatementLine, 'identity'>;

/** What was learned from the first rows of a file, for the rows after them. */
export type Reading = {
  layout: Layout;
  /** How many equal movements the file had so far. */
  seen: Map<string, number>;
};

/** A bank may write a line with the day on which it will count. A later day is a mistake. */
const furthestAhead = 7;

function readLine(row: StatementRow, layout: Layout, latest: Day): Read | RefusedLine {
  const { line, fields } = row;
  const date = dayFrom(fields[layout.date] ?? '');
  if (date === null) return { line, because: 'This is no date.' };
  if (date > latest) return { line, because: 'This day has not come yet.' };
  const amountCents = amountIn(row, layout);
  if (amountCents === null) return { line, because: fieldWords.notToTheCent };
  if (amountCents === 0) return { line, because: 'No money came or went.' };
  const words = layout.words.map((at) => fields[at]).filter(Boolean);
  return { line, date, amountCents, words: words.join(' ').replace(/\s+/g, ' ').slice(0, longestWords).trim() };
}

/** Numbers equal lines of one file, over all of its lots. */
function identified(lines: readonly Read[], seen: Reading['seen']): StatementLine[] {
  return lines.map((line) => {
    const key = movement(line);
    const place = (seen.get(key) ?? 0) + 1;
    seen.set(key, place);
    return { ...line, identity: placed(key, place) };
  });
}

function beginReading(rows: readonly StatementRow[]): Decision<{ reading: Reading; rest: readonly StatementRow[] }> {
  const [firstRow] = rows;
  if (!firstRow) return refuse('statement-empty', fieldWords.emptyFile);
  const at = rows.slice(0, furthestHeader).findIndex((row) => isWhole(layoutOf(row)));
  const layout = at >= 0 ? layoutOf(must(rows[at], 'row of headers')) : bareLayout(rows);
  if (!layout) {
    const needed = 'A date, an amount (or debit and credit) and a description are needed.';
    return refuse('statement-unknown', `Line ${firstRow.line}: no headers of a statement. ${needed}`);
  }
  return allow({ reading: { layout, seen: new Map() }, rest: rows.slice(at + 1) });
}

type Before = { today: Day; reading?: Reading | null };

/**
 * Reads a bank's CSV by its headers, in lots: the first lot has the headers, and what it learned is given to the next
 * one. Names each line that it cannot read; refuses a file that is not a statement.
 */
export function readStatement(rows: readonly StatementRow[], { today, reading }: Before): Decision<Statement> {
  const begun = reading ? allow({ reading, rest: rows }) : beginReading(rows);
  if (!begun.ok) return begun;
  const { layout, seen } = begun.value.reading;
  const latest = addDays(today, furthestAhead);
  const read = begun.value.rest.map((row) => readLine(row, layout, latest));
  const refused = read.filter((line): line is RefusedLine => 'because' in line);
  const lines = identified(
    read.filter((line): line is Read => !('because' in line)),
    seen,
  );
  return allow({ lines, refused, reading: begun.value.reading });
}
