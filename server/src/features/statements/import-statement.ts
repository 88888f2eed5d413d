import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { readStatement, type StatementLine } from '@kerb/domain/statements/read-statement.ts';
import type { ImportedStatement, statementEndpoints } from '@kerb/domain/statements/statements.contract.ts';
import type { InputOf } from '@kerb/domain/wire/endpoint.ts';
import { statementRows } from '@kerb/server/features/statements/statement-rows.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { takeTurn } from '@kerb/server/platform/database/locks.ts';
import { invalid, notPermitted } from '@kerb/server/platform/problems/problem.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Body = InputOf<typeof statementEndpoints.import>['body'];

/** The number of lines in one insert. */
const atOnce = 500;

async function unknownOf({ tx }: Work, lines: readonly StatementLine[]) {
  const marked = lines.map((line) => ({ ...line, fingerprint: sha256(line.identity) }));
  if (marked.length === 0) return [];
  const prints = marked.map(({ fingerprint }) => fingerprint.toString('hex'));
  const { rows } = await sql<{ print: string }>`
    select encode(fingerprint, 'hex') as print from bank_statement_lines
    where fingerprint in (select decode(print, 'hex') from unnest(${prints}::text[]) print)`.execute(tx);
  const known = new Set(rows.map(({ print }) => print));
  return marked.filter((_, at) => !known.has(must(prints[at], 'fingerprint of a line')));
}

/** Stores only lines that are new. Importing the same file again, or one that overlaps, stores no line twice. */
export async function importStatement(work: Work, { fileName, text }: Body): Promise<ImportedStatement> {
  const { tx, now, actor } = work;
  if (!actor) throw notPermitted();
  const parsed = statementRows(text);
  const read = parsed.ok ? readStatement(parsed.value) : parsed;
  if (!read.ok) throw invalid(fieldError('text', 'notValid', read.because), read.because);
  const { lines, refused } = read.value;
  await takeTurn(tx, 'statementImport');
  const unknown = await unknownOf(work, lines);
  const answer = { newLines: unknown.length, knownLines: lines.length - unknown.length, refused };
  if (unknown.length === 0) return answer;
  const { id } = await tx
    .insertInto('bankStatements')
    .values({ fileName, createdDate: now, createdByUserId: actor.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = unknown.map(({ line, date, amountCents, words, fingerprint }) => ({
    ...{ statementId: id, lineNumber: line, date, amount: decimalFromCents(amountCents), words, fingerprint },
    state: 'unmatched' as const,
    stateDate: now,
    stateByUserId: actor.userId,
  }));
  for (let at = 0; at < rows.length; at += atOnce) {
    await tx
      .insertInto('bankStatementLines')
      .values(rows.slice(at, at + atOnce))
      .execute();
  }
  await record(work, {
    activityCode: 'campaign_update',
    description: 'Bank statement imported',
    data: { statement: id, fileName, newLines: answer.newLines, knownLines: answer.knownLines },
  });
  return answer;
}
