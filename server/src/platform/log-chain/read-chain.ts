import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { type Head, numberAt, type Part } from '@kerb/server/platform/log-chain/chain-format.ts';
import { entryHash, entryMicros } from '@kerb/server/platform/log-chain/entry-hash.ts';
import { sql } from 'kysely';

export type SealRow = Head & { micros: number; newestId: number; entryCount: number };
export type PartRow = Part & { sealNumber: number };
export type Sealed = { seal: SealRow; parts: PartRow[] };

/** The newest seal; null before the first. */
export const headOf = async (db: Database | Tx) =>
  (await db
    .selectFrom('logSeals')
    .select(['number', 'hash', 'sealedDate', 'newestId'])
    .where('number', '>', 0)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null;

/** The highest id that has a seal. */
export const newestSealed = sql<number>`
  coalesce((select newest_id from log_seals where number > 0 order by number desc limit 1), 0)`;

const mostSeals = 2_000;
const mostEntries = 20_000;

/** The seals after a number, so many that their entries fit into memory, with their parts. */
export async function sealsAfter(db: Database, number: number, last: number): Promise<Sealed[]> {
  const { rows } = await sql<SealRow & { sum: number }>`
    select s.*, sum(entry_count) over (order by number) as sum from (
      select number, hash, newest_id, entry_count, (extract(epoch from sealed_date) * 1000000)::bigint as micros
      from log_seals where number > ${number} and number <= ${last} order by number limit ${mostSeals}) s
    order by number`.execute(db);
  const seals = rows.filter(({ sum }, place) => place === 0 || Number(sum) <= mostEntries);
  const [first, end] = [seals[0]?.number ?? 0, seals.at(-1)?.number ?? 0];
  const { rows: parts } = await sql<PartRow>`
    select seal_number, tenant_id, number, entries, hash from log_seal_parts
    where seal_number between ${first} and ${end} order by seal_number, tenant_id`.execute(db);
  const bySeal = Map.groupBy(parts, ({ sealNumber }) => sealNumber);
  return seals.map(({ sum: _, ...seal }) => ({ seal, parts: bySeal.get(seal.number) ?? [] }));
}

/** `isDated`: the database wrote its own time beside the server's. */
export type EntryNow = { id: number; micros: number; hash: Buffer; isDated: boolean };

/** The hashes of the entries as they are now, by id. */
export async function entriesNow(db: Database, ids: readonly number[]): Promise<Map<number, EntryNow>> {
  const { rows } = await sql<EntryNow>`
    select e.id, ${entryMicros} as micros, ${entryHash} as hash, e.written_date is not null as is_dated
    from log_entries e where e.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Entries as they are now, packed like those of a link, and whether all or none have a date of the database. */
export type PackedNow = { bytes: Buffer; areDated: boolean; areUndated: boolean };

/** In the order of their ids. One value and not a row for each entry, so that little has to be read and collected. */
export async function packedNow(db: Database, ids: readonly number[]): Promise<PackedNow> {
  const { rows } = await sql<{ bytes: Buffer | null; areDated: boolean | null; areUndated: boolean | null }>`
    select string_agg(int8send(e.id) || int8send(${entryMicros}) || ${entryHash}, ''::bytea order by e.id) as bytes,
      bool_and(e.written_date is not null) as are_dated, bool_and(e.written_date is null) as are_undated
    from log_entries e where e.id = any(${ids}::bigint[])`.execute(db);
  const { bytes, areDated, areUndated } = rows[0] ?? {};
  return { bytes: bytes ?? Buffer.alloc(0), areDated: areDated ?? true, areUndated: areUndated ?? true };
}

const mostIds = 50_000;
const idBytes = 8;

/** All ids of the log up to one of them, in lots. */
export async function* idsUpTo(db: Database, last: number): AsyncGenerator<Float64Array> {
  // An owner can give an entry an id below 1.
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const { rows } = await sql<{ bytes: Buffer | null }>`
      select string_agg(int8send(i.id), ''::bytea order by i.id) as bytes from (
        select id from log_entries where id > ${after} and id <= ${last} order by id limit ${mostIds}) i`.execute(db);
    const bytes = rows[0]?.bytes ?? Buffer.alloc(0);
    const ids = Float64Array.from({ length: bytes.length / idBytes }, (_, place) => numberAt(bytes, place * idBytes));
    if (ids.length > 0) yield ids;
    if (ids.length < mostIds) return;
    after = ids.at(-1) ?? last;
  }
}

/** The oldest entry that waits for its seal: of the newest entries, or in a gap. */
export async function oldestWaiting(db: Database): Promise<{ id: number; micros: number } | null> {
  const { rows } = await sql<{ id: number; micros: number }>`
    select * from (
      (select e.id, ${entryMicros} as micros from log_entries e
        where e.id > ${newestSealed}
        order by e.id limit 1)
      union all
      (select e.* from log_gaps g cross join lateral (
          select e.id, ${entryMicros} as micros from log_entries e
          where e.id between g.first_id and g.last_id order by e.id limit 1) e
        order by e.id limit 1)) w
    order by micros limit 1`.execute(db);
  return rows[0] ?? null;
}

export type NamedSeal = { documentId: number; sealNumber: number; sealHash: Buffer };

/** The seals that signed agreements name. */
export async function namedSeals(db: Database, first: number, last: number): Promise<NamedSeal[]> {
  const { rows } = await sql<NamedSeal>`
    select id as document_id, seal_number, seal_hash from signed_documents
    where seal_number between ${first} and ${last} order by id`.execute(db);
  return rows;
}
