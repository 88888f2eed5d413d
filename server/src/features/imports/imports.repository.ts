import type { ImportDetails, ImportedRow, ImportSummary, RowOutcome } from '@kerb/domain/imports/imports.contract.ts';
import type { RememberedHeaders } from '@kerb/domain/imports/mapping.ts';
import { undoUntil } from '@kerb/domain/imports/undo-rules.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { ImportKind } from '@kerb/server/features/imports/import-kind.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { sql } from 'kysely';

/** How many imports an organisation sees. */
const mostListed = 20;

/** The field of each header in the organisation's last import of this kind. */
export async function lastHeaders(db: Database | Tx, tenantId: number, kind: ImportKind): Promise<RememberedHeaders> {
  const last = await db
    .selectFrom('imports')
    .select('headers')
    .where('tenantId', '=', tenantId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (last?.headers ?? {}) as RememberedHeaders;
}

type SummaryRow = Pick<ImportSummary, 'id' | 'fileName' | 'createdDate' | 'undoneDate'> & {
  tenantId: number;
  firstName: string | null;
  surname: string | null;
} & ImportSummary['counts'];

const selectImports = (tenantId: number, kind: ImportKind, importId?: number) => sql<SummaryRow>`
  select i.id, i.tenant_id, i.file_name, i.created_date, i.undone_date, u.first_name, u.surname,
    count(*) filter (where r.outcome = 'created')::int as created,
    count(*) filter (where r.outcome = 'refused')::int as refused,
    count(*) filter (where r.outcome = 'removed')::int as removed,
    count(*) filter (where r.outcome = 'kept')::int as kept
  from (select * from imports o where o.tenant_id = ${tenantId} and o.kind = ${kind}
      ${importId === undefined ? sql`` : sql`and o.id = ${importId}`}
    order by o.id desc limit ${mostListed}) i
  left join users u on u.id = i.created_by_user_id
  join import_rows r on r.import_id = i.id
  group by i.id, i.tenant_id, i.file_name, i.created_date, i.undone_date, u.first_name, u.surname
  order by i.id desc`;

// biome-ignore format: a table
const paths: Record<ImportKind, string> = {
  team:      'team-imports',
  campaigns: 'campaign-imports',
};

function summaryOf(row: SummaryRow, kind: ImportKind): ImportSummary {
  const { id, tenantId, fileName, createdDate, undoneDate, firstName, surname } = row;
  const { created, refused, removed, kept } = row;
  return {
    id,
    href: `/v1/tenants/${tenantId}/${paths[kind]}/${id}`,
    fileName,
    createdDate,
    createdByName: firstName === null || surname === null ? null : displayName({ firstName, surname }),
    undoneDate,
    undoUntil: undoUntil({ createdDate, undoneDate }),
    counts: { created, refused, removed, kept },
  };
}

export async function listImports(db: Database, tenantId: number, kind: ImportKind): Promise<ImportSummary[]> {
  const { rows } = await selectImports(tenantId, kind).execute(db);
  return rows.map((row) => summaryOf(row, kind));
}

type RowRecord = { line: number; outcome: RowOutcome; message: string; name: string | null };

/** The name of what each row created, as it is now. */
const selectRows: Record<ImportKind, (importId: number) => ReturnType<typeof sql<RowRecord>>> = {
  team: (importId) => sql<RowRecord>`
    select r.line, r.outcome, r.message, i.first_name || ' ' || i.surname || ', ' || i.email_address as name
    from import_rows r left join user_invitations i on i.id = r.record_id
    where r.import_id = ${importId} order by r.line`,
  campaigns: (importId) => sql<RowRecord>`
    select r.line, r.outcome, r.message, a.name
    from import_rows r left join agreements a on a.id = r.record_id
    where r.import_id = ${importId} order by r.line`,
};

type Named = { tenantId: number; kind: ImportKind; importId: number };

export async function readImport(db: Database | Tx, { tenantId, kind, importId }: Named): Promise<ImportDetails> {
  const { rows: found } = await selectImports(tenantId, kind, importId).execute(db);
  if (!found[0]) throw notFound('import');
  const { rows } = await selectRows[kind](importId).execute(db);
  return { ...summaryOf(found[0], kind), rows: rows satisfies ImportedRow[] };
}

export type OutcomeOfRow = { line: number; outcome: RowOutcome; recordId: number | null; message: string };

type NewImport = {
  tenantId: number;
  kind: ImportKind;
  fileName: string;
  headers: RememberedHeaders;
  createdByUserId: number | null;
  createdDate: Moment;
};

export async function insertImport(tx: Tx, made: NewImport, rows: readonly OutcomeOfRow[]): Promise<number> {
  const { id } = await tx
    .insertInto('imports')
    .values({ ...made, headers: JSON.stringify(made.headers), undoneDate: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('importRows')
    .values(rows.map((row) => ({ ...row, importId: id })))
    .execute();
  return id;
}

/** Locked, so that two people do not undo one import at once. */
export async function lockImport(tx: Tx, { tenantId, kind, importId }: Named) {
  const found = await tx
    .selectFrom('imports')
    .select(['createdDate', 'undoneDate'])
    .where('id', '=', importId)
    .where('tenantId', '=', tenantId)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound('import');
  return found;
}

export type CreatedRow = { line: number; recordId: number | null };

export const createdRows = (tx: Tx, importId: number): Promise<CreatedRow[]> =>
  tx
    .selectFrom('importRows')
    .select(['line', 'recordId'])
    .where('importId', '=', importId)
    .where('outcome', '=', 'created')
    .orderBy('recordId')
    .execute();

export async function setOutcome(tx: Tx, importId: number, row: Omit<OutcomeOfRow, 'recordId'>): Promise<void> {
  const { line, outcome, message } = row;
  await tx
    .updateTable('importRows')
    .set({ outcome, message })
    .where('importId', '=', importId)
    .where('line', '=', line)
    .execute();
}
