import type { auditEndpoints, LogEntry } from '@kerb/domain/audit/audit.contract.ts';
import type { InputOf } from '@kerb/domain/wire/endpoint.ts';
import { containing, isOnPage, pageOf, readCappedPage } from '@kerb/server/platform/database/lists.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type KeyRow, openedKeys } from '@kerb/server/platform/privacy/data-keys.ts';
import { openWith, type StoredValues } from '@kerb/server/platform/privacy/log-values.ts';
import { type RawBuilder, sql } from 'kysely';

export type Row = StoredValues & {
  id: number;
  date: string;
  userId: number | null;
  activityCode: LogEntry['activityCode'];
  description: string;
  targetAgreementId: number | null;
};

type LogQuery = InputOf<typeof auditEndpoints.list>['query'];
type Condition = RawBuilder<unknown>;

const mostPerPage = 100;
/** A search reads this number of entries at most. No index finds a part of a word in a log of millions. */
const mostSearched = 50_000;

export const columns = sql`e.id, e.date, e.user_id, e.user_name, e.activity_code, e.description,
  e.log_data::text as log_data, e.target_agreement_id, e.sealed_data, e.data_key_id`;

/** The key that encrypts an entry, read with the entry; null for an entry without personal values. */
type ItsKey = { subjectKind: KeyRow['subjectKind'] | null; subjectId: number | null; sealedKey: KeyRow['sealedKey'] };
const keyColumns = sql`k.subject_kind, k.subject_id, k.sealed_key`;

const keyOf = ({ dataKeyId: id, subjectKind, subjectId, sealedKey }: Row & ItsKey): KeyRow[] =>
  id === null || subjectKind === null || subjectId === null ? [] : [{ id, subjectKind, subjectId, sealedKey }];

export const entryView = ({ userId, targetAgreementId, ...row }: Omit<Row, 'sealedData' | 'dataKeyId'>): LogEntry => ({
  ...row,
  href: `/v1/log-entries/${row.id}`,
  user: userId,
  targetAgreement: targetAgreementId,
});

/** The conditions that an index finds. */
function indexed({ targetAgreementId, activityCode }: LogQuery): Condition {
  const conditions: Condition[] = [sql`true`];
  if (targetAgreementId !== undefined) conditions.push(sql`e.target_agreement_id = ${targetAgreementId}`);
  if (activityCode) conditions.push(sql`e.activity_code = ${activityCode}`);
  return sql.join(conditions, sql` and `);
}

/**
 * The people of an entry by their present name and address, because the log has a person's values encrypted. Each is
 * looked up by id: with `in` or `exists` PostgreSQL may read all people first.
 */
const ofPersonLike = (like: string): Condition => {
  const isLike = sql`(concat(w.first_name, ' ', w.surname) ilike ${like} or w.email_address ilike ${like})`;
  const one = (table: 'users' | 'signatories', id: Condition) =>
    sql`(select ${isLike} from ${sql.table(table)} w where w.id = ${id})`;
  return sql`(${one('users', sql`e.user_id`)} or (
    select case d.subject_kind
      when 'user' then ${one('users', sql`d.subject_id`)}
      when 'payer' then ${one('signatories', sql`d.subject_id`)} end
    from data_keys d where d.id = e.data_key_id))`;
};

const contains = (text: string): Condition => {
  const like = containing(text);
  return sql`(e.user_name ilike ${like} or e.description ilike ${like} or e.log_data::text ilike ${like}
    or ${ofPersonLike(like)})`;
};

/** A page of the log, and how many entries the filter finds. Beyond the most that are counted or searched: isMore. */
export async function listEntries({ db, secrets }: Pick<Deps, 'db' | 'secrets'>, query: LogQuery) {
  const { textQuery, sortDesc } = query;
  const order = sql`order by e.id ${sortDesc ? sql`desc` : sql`asc`}`;
  const all = sql`from log_entries e where ${indexed(query)}`;
  const searched = sql`from (select e.* ${all} ${order} limit ${mostSearched}) e`;
  const found = textQuery ? sql`${searched} where ${contains(textQuery)}` : all;
  const { rows, ...counts } = await readCappedPage(db, {
    ids: sql`select e.id ${found} ${order}`,
    select: sql<Row & ItsKey>`
      select ${columns}, ${keyColumns} from log_entries e left join data_keys k on k.id = e.data_key_id
      where e.id = ${isOnPage}`,
    page: pageOf(query, mostPerPage),
    ...(textQuery && { isLeftOut: sql`exists (select ${all} ${order} offset ${mostSearched} limit 1)` }),
  });
  const keys = openedKeys(secrets, rows.flatMap(keyOf));
  const entries = rows.map(({ subjectKind: _, subjectId: __, sealedKey: ___, ...row }) => row);
  return { items: openWith(keys, entries).map(entryView), ...counts };
}
