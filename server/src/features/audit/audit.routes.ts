import { auditEndpoints, type LogEntry } from '@kerb/domain/audit/audit.contract.ts';
import type { InputOf } from '@kerb/domain/wire/endpoint.ts';
import { containing, pageClause, readPage } from '@kerb/server/platform/database/lists.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { type KeyRow, openedKeys } from '@kerb/server/platform/privacy/data-keys.ts';
import { openValues, openWith, type StoredValues } from '@kerb/server/platform/privacy/log-values.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { type RawBuilder, sql } from 'kysely';

type Row = StoredValues & {
  id: number;
  date: string;
  userId: number | null;
  activityCode: LogEntry['activityCode'];
  description: string;
  targetAgreementId: number | null;
};

type LogQuery = InputOf<typeof auditEndpoints.list>['query'];

const mostPerPage = 100;
const columns = sql`e.id, e.date, e.user_id, e.user_name, e.activity_code, e.description, e.log_data::text as log_data,
  e.target_agreement_id, e.sealed_data, e.data_key_id`;

/** The key that encrypts an entry, read with the entry; null for an entry without personal values. */
type ItsKey = { subjectKind: KeyRow['subjectKind'] | null; subjectId: number | null; sealedKey: KeyRow['sealedKey'] };
const keyColumns = sql`k.subject_kind, k.subject_id, k.sealed_key`;

const keyOf = ({ dataKeyId: id, subjectKind, subjectId, sealedKey }: Row & ItsKey): KeyRow[] =>
  id === null || subjectKind === null || subjectId === null ? [] : [{ id, subjectKind, subjectId, sealedKey }];

/** The log has a person's values encrypted, so they are found by the person's present name or address. */
const ofPersonLike = (like: string) => {
  const isLike = (who: RawBuilder<unknown>) =>
    sql`(concat(${who}.first_name, ' ', ${who}.surname) ilike ${like} or ${who}.email_address ilike ${like})`;
  return sql`(e.user_id in (select u.id from users u where ${isLike(sql.ref('u'))})
    or e.data_key_id in (
      select k.id from data_keys k join users u on u.id = k.subject_id
      where k.subject_kind = 'user' and ${isLike(sql.ref('u'))}
      union all
      select k.id from data_keys k join signatories p on p.id = k.subject_id
      where k.subject_kind = 'payer' and ${isLike(sql.ref('p'))}))`;
};

const entryView = ({ userId, targetAgreementId, ...row }: Omit<Row, 'sealedData' | 'dataKeyId'>): LogEntry => ({
  ...row,
  href: `/v1/log-entries/${row.id}`,
  user: userId,
  targetAgreement: targetAgreementId,
});

/** A page of the log, and how many entries the filter finds. */
async function listEntries({ db, secrets }: Pick<Deps, 'db' | 'secrets'>, query: LogQuery) {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (query.targetAgreementId !== undefined) conditions.push(sql`e.target_agreement_id = ${query.targetAgreementId}`);
  if (query.activityCode) conditions.push(sql`e.activity_code = ${query.activityCode}`);
  if (query.textQuery) {
    const like = containing(query.textQuery);
    conditions.push(
      sql`(e.user_name ilike ${like} or e.description ilike ${like} or e.log_data::text ilike ${like}
        or ${ofPersonLike(like)})`,
    );
  }
  const condition = sql.join(conditions, sql` and `);
  const order = query.sortDesc ? sql`desc` : sql`asc`;
  const { rows, totalItems } = await readPage(db, {
    select: sql<Row & ItsKey>`
      select ${columns}, ${keyColumns} from log_entries e left join data_keys k on k.id = e.data_key_id
      where ${condition} order by e.id ${order} ${pageClause(query, mostPerPage)}`,
    counted: sql`from log_entries e where ${condition}`,
  });
  const keys = openedKeys(secrets, rows.flatMap(keyOf));
  const entries = rows.map(({ subjectKind: _, subjectId: __, sealedKey: ___, ...row }) => row);
  return { items: openWith(keys, entries).map(entryView), totalItems };
}

export function auditRoutes(app: App, { db, secrets, reader }: Deps): void {
  mount(app, auditEndpoints.list, ({ query }) => reader.read((place) => listEntries({ ...place, secrets }, query)));

  mount(app, auditEndpoints.get, async ({ params }) => {
    const { rows } = await sql<Row>`select ${columns} from log_entries e where e.id = ${params.id}`.execute(db);
    const [entry] = await openValues(db, secrets, rows);
    if (!entry) throw notFound('entry');
    return entryView(entry);
  });
}
