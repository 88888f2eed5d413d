import { randomBytes } from 'node:crypto';
import { must } from '@kerb/domain/kernel/must.ts';
import { compiledOnce } from '@kerb/server/platform/database/compiled-once.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { personalDataUnder } from '@kerb/server/platform/personal-data.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';
import { sql } from 'kysely';

/** Whose personal values a key encrypts. 'campaign': values that name several payers, or an agent. */
export type DataSubject = { kind: 'payer' | 'user' | 'campaign' | 'organisation'; id: number };

/** A stored key. Its own statement reads it, or the statement that reads what it encrypts. */
export type KeyRow = { id: number; subjectKind: DataSubject['kind']; subjectId: number; sealedKey: Buffer | null };
export type DataKey = { id: number; key: Buffer };

const keyBytes = 32;

export const dataKeyOwner = (subject: string): string => `data key of ${subject}`;
const ownerOf = ({ kind, id }: DataSubject): string => dataKeyOwner(`${kind} ${id}`);

const opened = (secrets: Secrets, { id, subjectKind, subjectId, sealedKey }: KeyRow): DataKey | null =>
  sealedKey && { id, key: secrets.personal.decrypt(sealedKey, ownerOf({ kind: subjectKind, id: subjectId })) };

/**
 * Reads the key of a subject, or makes it, in one statement. Nothing is returned if another transaction makes it at the
 * same moment. The lock is the one that an entry with the key takes anyway: the job that deletes old entries with their
 * keys leaves a key that is about to be used.
 */
const readOrMake = compiledOnce<DataSubject & { sealedKey: Buffer }, KeyRow>(
  ({ kind, id, sealedKey }) => sql`
    with known as (
      select id, subject_kind, subject_id, sealed_key from data_keys
      where subject_kind = ${kind} and subject_id = ${id} for key share),
    made as (
      insert into data_keys (subject_kind, subject_id, sealed_key)
      select ${kind}, ${id}, ${sealedKey} where not exists (select from known)
      on conflict (subject_kind, subject_id) do nothing
      returning id, subject_kind, subject_id, sealed_key)
    select * from known union all select * from made`,
);

/** The key of a subject, made when it is first needed. Null if it was dropped: nothing more is stored about them. */
export async function dataKeyOf(tx: Tx, secrets: Secrets, subject: DataSubject): Promise<DataKey | null> {
  const sealedKey = secrets.personal.encrypt(randomBytes(keyBytes), ownerOf(subject));
  const wanted = { ...subject, sealedKey };
  const row = (await readOrMake(tx, wanted))[0] ?? (await readOrMake(tx, wanted))[0];
  return opened(secrets, must(row, `data key of ${subject.kind} ${subject.id}`));
}

/** Erases for ever what is encrypted with the subject's key. */
export async function dropDataKey(tx: Tx, { kind, id }: DataSubject): Promise<void> {
  await sql`
    insert into data_keys as k (subject_kind, subject_id, dropped_date) values (${kind}, ${id}, clock_timestamp())
    on conflict (subject_kind, subject_id) do update set sealed_key = null, dropped_date = clock_timestamp()
      where k.dropped_date is null`.execute(tx);
}

/** The keys with these ids that were not dropped. */
export async function dataKeysOf(
  db: Database | Tx,
  secrets: Secrets,
  ids: readonly number[],
): Promise<Map<number, DataKey>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<KeyRow>`
    select id, subject_kind, subject_id, sealed_key from data_keys where id = any(${ids}::bigint[])`.execute(db);
  return openedKeys(secrets, rows);
}

/** Those of these keys that were not dropped, by id. */
export const openedKeys = (secrets: Secrets, rows: readonly KeyRow[]): Map<number, DataKey> =>
  new Map(rows.flatMap((row) => opened(secrets, row) ?? []).map((key) => [key.id, key]));

const under = ({ id, key }: DataKey) => personalDataUnder([{ id: `d${id}`, key }]);

export const sealUnder = (key: DataKey, value: object, of: string): Buffer =>
  under(key).encrypt(Buffer.from(JSON.stringify(value)), of);

export const openUnder = (key: DataKey, sealed: Buffer, of: string): unknown =>
  JSON.parse(under(key).decrypt(sealed, of).toString());
