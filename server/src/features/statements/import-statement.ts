import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { type Cents, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import type { OwnAccount } from '@kerb/domain/payments/own-accounts.ts';
import { decideStatementAccount, identityIn } from '@kerb/domain/statements/line-accounts.ts';
import {
  type Reading,
  readStatement,
  type Statement,
  type StatementLine,
} from '@kerb/domain/statements/read-statement.ts';
import {
  fileTooLarge,
  largestStatementBytes,
  mostNamed,
  mostRows,
  tooManyRows,
} from '@kerb/domain/statements/statement-limits.ts';
import { type ImportedStatement, statementFields, statementPart } from '@kerb/domain/statements/statements.contract.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { type CsvSource, csvLots } from '@kerb/server/platform/csv/read-csv.ts';
import { tryTurn } from '@kerb/server/platform/database/locks.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { cleanFileName } from '@kerb/server/platform/files/file-name.ts';
import type { WithContent } from '@kerb/server/platform/http/mount.ts';
import { receiveForm } from '@kerb/server/platform/http/receive-form.ts';
import { invalid, mustAllow, notPermitted, Problem } from '@kerb/server/platform/problems/problem.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import { type Answered, inTransaction, type Work } from '@kerb/server/platform/work.ts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';

const form = {
  part: statementPart,
  fields: statementFields,
  largestBytes: largestStatementBytes,
  tooLarge: () => fileTooLarge,
};
const limits = { field: statementPart, rows: mostRows, tooLong: tooManyRows };

type Marked = StatementLine & { print: string };
type File = CsvSource & { fileName: string; account: OwnAccount };
type Named = Pick<File, 'fileName' | 'account'>;

/** Fingerprints as hexadecimal text, with the ids of the lines that have them. */
async function idsByPrint({ tx }: Work, prints: readonly string[]): Promise<Map<string, number>> {
  // An array, because PostgreSQL would join a table of fingerprints by reading all lines.
  const { rows } = await sql<{ id: number; print: string }>`
    select id, encode(fingerprint, 'hex') as print from bank_statement_lines
    where fingerprint = any(array(select decode(print, 'hex') from unnest(${prints}::text[]) print))`.execute(tx);
  return new Map(rows.map(({ id, print }) => [print, id]));
}

export async function storeStatement({ tx, now, actor }: Work, { fileName, account }: Named): Promise<number> {
  if (!actor) throw notPermitted();
  const { id } = await tx
    .insertInto('bankStatements')
    .values({ fileName, account, createdDate: now, createdByUserId: actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type NewLine = { line: number; date: string; amountCents: Cents; words: string; print: string };

/** In one statement with a column of values for each field: a row of parameters for each line takes much longer. */
export async function storeLines({ tx, now, actor }: Work, id: number, lines: readonly NewLine[]): Promise<number[]> {
  const of = <T>(value: (line: NewLine) => T): T[] => lines.map(value);
  const { rows } = await sql<{ id: number }>`
    insert into bank_statement_lines
      (statement_id, line_number, date, amount, words, fingerprint, state, state_date, state_by_user_id)
    select ${id}, l.line_number, l.date, l.amount, l.words, decode(l.print, 'hex'), 'unmatched', ${now}::timestamptz,
      ${actor?.userId ?? null}::bigint
    from unnest(${of(({ line }) => line)}::integer[], ${of(({ date }) => date)}::date[],
      ${of(({ amountCents }) => decimalFromCents(amountCents))}::numeric[], ${of(({ words }) => words)}::text[],
      ${of(({ print }) => print)}::text[]) l (line_number, date, amount, words, print)
    returning id`.execute(tx);
  return rows.map((row) => row.id);
}

export const printOf = (account: OwnAccount, identity: string): string =>
  sha256(identityIn(account, identity)).toString('hex');

/** What an import has found so far. */
type Progress = { statementId: number | null; reading: Reading | null; answer: ImportedStatement };

const nothingYet = (): Progress => ({
  statementId: null,
  reading: null,
  answer: { newLines: 0, knownLines: 0, refusedLines: 0, refused: [], known: [] },
});

async function storeLot(work: Work, file: Named, progress: Progress, { lines, refused }: Statement) {
  const marked: Marked[] = lines.map((line) => ({ ...line, print: printOf(file.account, line.identity) }));
  const ids = await idsByPrint(
    work,
    marked.map(({ print }) => print),
  );
  const unknown = marked.filter(({ print }) => !ids.has(print));
  const known = marked.flatMap(({ line, date, amountCents, words, print }) => {
    const id = ids.get(print);
    return id === undefined ? [] : [{ line, id, date, amount: amountCents, words }];
  });
  if (unknown.length > 0) {
    progress.statementId ??= await storeStatement(work, file);
    await storeLines(work, progress.statementId, unknown);
  }
  const { answer } = progress;
  answer.newLines += unknown.length;
  answer.knownLines += known.length;
  answer.refusedLines += refused.length;
  answer.known.push(...known.slice(0, mostNamed - answer.known.length));
  answer.refused.push(...refused.slice(0, mostNamed - answer.refused.length));
}

const importRunning = 'Another statement is being imported. Please try again in a moment.';

/** Reads and stores a lot after the other. All lots are one transaction: a file that is refused leaves nothing. */
async function storeFile(work: Work, { read, ...file }: File): Promise<ImportedStatement> {
  if (!(await tryTurn(work.tx, 'statementImport'))) throw new Problem(409, 'import-running', importRunning);
  const today = dayIn(work.deps.country.defaultTimeZone, work.now);
  const progress = nothingYet();
  const take = async (rows: Parameters<typeof readStatement>[0]) => {
    const lot = readStatement(rows, { today, reading: progress.reading });
    if (!lot.ok) throw invalid(fieldError(statementPart, 'notValid', lot.because), lot.because);
    progress.reading = lot.value.reading;
    await storeLot(work, file, progress, lot.value);
  };
  for await (const rows of csvLots({ read }, limits)) await take(rows);
  // A file of empty lines has no lot.
  if (!progress.reading) await take([]);
  const { newLines, knownLines } = progress.answer;
  if (progress.statementId !== null) {
    await record(work, {
      activityCode: 'campaign_update',
      description: 'Bank statement imported',
      data: { statement: progress.statementId, ...file, newLines, knownLines },
    });
  }
  return progress.answer;
}

/**
 * Imports a bank's file. It is received on disk and read from there in lots, so its size does not matter to memory.
 * Stores only lines that are new: importing the same file again, or one that overlaps, stores no line twice.
 */
export async function importStatement(
  deps: Deps,
  { request, withContent }: { request: FastifyRequest; withContent: WithContent<ImportedStatement> },
): Promise<Answered<ImportedStatement>> {
  const { file, values, fileName: declared } = await receiveForm(deps.config.dataDir, request, form);
  const fileName = cleanFileName(declared);
  try {
    const account = mustAllow(decideStatementAccount(values.account, deps.config.operatingAccount !== null));
    const content = { fileName, account, sha256: file.sha256.toString('base64') };
    const { read } = file;
    const store = (work: Work) => storeFile(work, { fileName, account, read });
    return await withContent(content, (by) => inTransaction(deps, by, store));
  } finally {
    await file.discard();
  }
}
