import { realActorOf } from '@kerb/domain/access/actor.ts';
import type { ImportFields } from '@kerb/domain/imports/import-fields.ts';
import type { ImportDetails, NewImport } from '@kerb/domain/imports/imports.contract.ts';
import { rememberedOf } from '@kerb/domain/imports/mapping.ts';
import { decideUndo } from '@kerb/domain/imports/undo-rules.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { type Decision, type FieldErrors, fieldError } from '@kerb/domain/kernel/decision.ts';
import { type FileRow, readFile } from '@kerb/server/features/imports/import-file.ts';
import type { ImportKind } from '@kerb/server/features/imports/import-kind.ts';
import {
  type CreatedRow,
  createdRows,
  insertImport,
  lockImport,
  type OutcomeOfRow,
  readImport,
  setOutcome,
} from '@kerb/server/features/imports/imports.repository.ts';
import { attemptRow } from '@kerb/server/platform/attempt.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { invalid, mustAllow } from '@kerb/server/platform/problems/problem.ts';
import { type Answering, inTransaction, type Work } from '@kerb/server/platform/work.ts';

export type CheckedRow = FileRow & { errors: FieldErrors };

/** What an import of one kind of records does. */
export type Importing<Row extends CheckedRow> = {
  kind: ImportKind;
  fields: ImportFields;
  /** The most rows of one import. */
  most: number;
  /** The description of the import in the log. */
  description: string;
  /** The rules of a single record for each row of the file, and the duplicates. */
  check: (db: Database | Tx, rows: readonly FileRow[]) => Promise<Row[]>;
  /** Rate limits, before anything is written. */
  limit: (rows: readonly Row[]) => Promise<void>;
  /** Locks what the check reads. */
  hold: (work: Work) => Promise<void>;
  /** The order in which rows are created, if it is not that of the file. */
  order?: (one: Row, other: Row) => number;
  /** Creates the record of a row without errors, by the use case of a single record. Answers its id. */
  create: (work: Work, row: Row) => Promise<number>;
  created: string;
};

export type AskedImport = NewImport & { tenantId: number };

function chosenOf<Row extends CheckedRow>(rows: readonly Row[], lines: readonly number[], most: number): Row[] {
  const chosen = new Set(lines);
  const found = rows.filter(({ line }) => chosen.has(line));
  if (found.length !== chosen.size) {
    throw invalid(fieldError('lines', 'notValid', 'The file has no row on one of these lines.'));
  }
  if (found.length > most) throw invalid(fieldError('lines', 'notValid', `Choose at most ${most} rows.`));
  return found;
}

const isReady = ({ errors }: CheckedRow): boolean => Object.keys(errors).length === 0;

/** A row with an error creates nothing. */
async function importRow<Row extends CheckedRow>(
  work: Work,
  row: Row,
  importing: Importing<Row>,
): Promise<OutcomeOfRow> {
  const { line, errors } = row;
  const refused = (message: string): OutcomeOfRow => ({ line, outcome: 'refused', recordId: null, message });
  if (!isReady(row)) return refused(Object.values(errors).flat()[0]?.message ?? '');
  const { create, created: message } = importing;
  return attemptRow(
    work,
    async () => ({ line, outcome: 'created' as const, recordId: await create(work, row), message }),
    refused,
  );
}

const counted = (rows: readonly { outcome: string }[], outcome: OutcomeOfRow['outcome']): number =>
  rows.filter((row) => row.outcome === outcome).length;

const noted = (work: Work, tenantId: number, description: string, data: Record<string, number>) =>
  record(work, { activityCode: 'tenant_update', tenantId, description, data });

/** All chosen rows in one transaction, with the answer to the request: after a crash nothing or everything is there. */
export async function runImport<Row extends CheckedRow>(
  deps: Deps,
  by: Answering<ImportDetails>,
  asked: AskedImport,
  importing: Importing<Row>,
) {
  const { tenantId, fileName, text, mapping, lines } = asked;
  const { kind, fields, most, check } = importing;
  const file = await readFile(deps.db, { tenantId, kind, fields, text, mapping });
  await importing.limit(chosenOf(await check(deps.db, file.rows), lines, most).filter(isReady));
  return inTransaction(deps, by, async (work) => {
    await importing.hold(work);
    // Checked again: others may have changed something while this request waited for its turn.
    const rows: OutcomeOfRow[] = [];
    const chosen = chosenOf(await check(work.tx, file.rows), lines, most);
    for (const row of importing.order ? chosen.toSorted(importing.order) : chosen) {
      rows.push(await importRow(work, row, importing));
    }
    const createdByUserId = work.actor && realActorOf(work.actor).userId;
    const headers = rememberedOf(file.headers, file.mapping);
    const made = { tenantId, kind, fileName, headers, createdByUserId, createdDate: work.now };
    const importId = await insertImport(work.tx, made, rows);
    const counts = { created: counted(rows, 'created'), refused: counted(rows, 'refused') };
    await noted(work, tenantId, importing.description, { importId, ...counts });
    return readImport(work.tx, { tenantId, kind, importId });
  });
}

export type Undoing = {
  kind: ImportKind;
  description: string;
  hold: (work: Work) => Promise<void>;
  /** Removes what a row created, or refuses with the reason why it is kept. Answers what was done. */
  undo: (work: Work, row: CreatedRow, importedDate: Moment) => Promise<Decision<string>>;
};

type Named = { tenantId: number; importId: number };

/** Removes what nobody has touched since the import. Answers what happened to each row. */
export async function runUndo(work: Work, { tenantId, importId }: Named, undoing: Undoing): Promise<ImportDetails> {
  const named = { tenantId, kind: undoing.kind, importId };
  const found = await lockImport(work.tx, named);
  mustAllow(decideUndo(found, work.now));
  await undoing.hold(work);
  const outcomes: { outcome: 'removed' | 'kept' }[] = [];
  for (const row of await createdRows(work.tx, importId)) {
    const undone = await undoing.undo(work, row, found.createdDate);
    const outcome = undone.ok ? 'removed' : 'kept';
    await setOutcome(work.tx, importId, {
      line: row.line,
      outcome,
      message: undone.ok ? undone.value : undone.because,
    });
    outcomes.push({ outcome });
  }
  await work.tx.updateTable('imports').set({ undoneDate: work.now }).where('id', '=', importId).execute();
  const counts = { removed: counted(outcomes, 'removed'), kept: counted(outcomes, 'kept') };
  await noted(work, tenantId, undoing.description, { importId, ...counts });
  return readImport(work.tx, named);
}
