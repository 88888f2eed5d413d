import { must } from '@kerb/domain/kernel/must.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { tryTurn } from '@kerb/server/platform/database/locks.ts';
import {
  type Head,
  noHead,
  type Part,
  packEntries,
  partHash,
  type SealedEntry,
  sealHash,
} from '@kerb/server/platform/log-chain/chain-format.ts';
import { entryHash, entryMicros } from '@kerb/server/platform/log-chain/entry-hash.ts';
import { type IdRange, rangesBetween, rangeWithout } from '@kerb/server/platform/log-chain/id-ranges.ts';
import { newestSealed } from '@kerb/server/platform/log-chain/read-chain.ts';
import { sql } from 'kysely';

const lotSize = 5_000;

/**
 * How long a gap is looked at, at least. A transaction takes its number in the database a moment after the id of its
 * first entry: this time is longer than any such moment.
 */
const gapMinutes = 10;

type Newest = Head & { newestId: number };
type Found = SealedEntry & { tenantId: number };
type Gap = IdRange & { seenDate: string; seenBefore: string };
type Late = Found & Gap;
type Moment = { micros: number; seenBefore: string };

/** An entry belongs to the organisation that it names, or to that of its campaign. */
const columns = sql`
  e.id, ${entryMicros} as micros, ${entryHash} as hash, coalesce(
    e.target_tenant_id, (select a.tenant_id from agreements a where a.id = e.target_agreement_id), 0) as tenant_id`;

async function newestIn(tx: Tx): Promise<Newest> {
  const found = await tx
    .selectFrom('logSeals')
    .select(['number', 'hash', 'newestId'])
    .where('number', '>', 0)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? { ...noHead, newestId: 0 };
}

/** The entries of ids that had been missing, if their transactions have been committed since. */
async function lateEntries(tx: Tx): Promise<Late[]> {
  // Each gap is looked up by itself: the planner would otherwise expect many entries in a gap, and read the whole log.
  const { rows } = await sql<Late>`
    select e.*, g.first_id, g.last_id, g.seen_date, g.seen_before::text as seen_before
    from log_gaps g cross join lateral (
      select ${columns} from log_entries e
      where e.id between g.first_id and g.last_id order by e.id limit ${lotSize}) e
    order by e.id limit ${lotSize}`.execute(tx);
  return rows;
}

async function freshEntries(tx: Tx, newestId: number): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select ${columns} from log_entries e where e.id > ${newestId} order by e.id limit ${lotSize}`.execute(tx);
  return rows;
}

/** `seenBefore`: every transaction in progress has a lower number, or gets it within a moment. */
async function momentOf(tx: Tx): Promise<Moment> {
  const { rows } = await sql<Moment>`
    select (extract(epoch from date_trunc('milliseconds', clock_timestamp())) * 1000000)::bigint as micros,
      pg_snapshot_xmax(pg_current_snapshot())::text as seen_before`.execute(tx);
  return must(rows[0], 'time of the database');
}

/** The links of the organisations whose entries are in the seal. */
async function partsOf(tx: Tx, found: readonly Found[]): Promise<Part[]> {
  const byTenant = Map.groupBy(found, ({ tenantId }) => tenantId);
  const tenantIds = [...byTenant.keys()].toSorted((a, b) => a - b);
  const { rows: heads } = await sql<Head & { tenantId: number }>`
    select t.tenant_id, p.number, p.hash from unnest(${tenantIds}::bigint[]) t (tenant_id)
    cross join lateral (
      select number, hash from log_seal_parts p where p.tenant_id = t.tenant_id
      order by number desc limit 1) p`.execute(tx);
  const headOf = new Map(heads.map((head) => [head.tenantId, head]));
  return tenantIds.map((tenantId) => {
    const before = headOf.get(tenantId) ?? noHead;
    const entries = packEntries(byTenant.get(tenantId) ?? []);
    return { tenantId, number: before.number + 1, entries, hash: partHash(before, { tenantId, entries }) };
  });
}

async function writeSeal(tx: Tx, before: Newest, found: readonly Found[], micros: number): Promise<void> {
  const parts = await partsOf(tx, found);
  const newestId = Math.max(before.newestId, ...found.map(({ id }) => id));
  const number = before.number + 1;
  const hash = sealHash(before, { micros, newestId, parts });
  const sealedDate = new Date(micros / 1_000).toISOString();
  await tx.insertInto('logSeals').values({ number, sealedDate, newestId, entryCount: found.length, hash }).execute();
  await tx
    .insertInto('logSealParts')
    .values(parts.map((part) => ({ ...part, sealNumber: number })))
    .execute();
}

/** A gap that is known already stays: somebody has removed the seals after it. */
async function insertGaps(tx: Tx, gaps: readonly Gap[]): Promise<void> {
  if (gaps.length === 0) return;
  await tx
    .insertInto('logGaps')
    .values([...gaps])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes the ids of late entries out of their gaps. */
async function shrinkGaps(tx: Tx, late: readonly Late[]): Promise<void> {
  const byGap = [...Map.groupBy(late, ({ firstId }) => firstId).values()];
  if (byGap.length === 0) return;
  await tx
    .deleteFrom('logGaps')
    .where(
      'firstId',
      'in',
      byGap.flatMap(([one]) => (one ? [one.firstId] : [])),
    )
    .execute();
  const left = byGap.flatMap((entries) => {
    const [one] = entries;
    if (!one) return [];
    const { seenDate, seenBefore } = one;
    const ids = entries.map(({ id }) => id);
    return rangeWithout(one, ids).map((range) => ({ ...range, seenDate, seenBefore }));
  });
  await insertGaps(tx, left);
}

/** Removes gaps whose transactions have ended: no entry can appear in them any more. The caller has just looked. */
const removeFinalGaps = (tx: Tx, before: string) =>
  sql`
    delete from log_gaps
    where seen_before <= ${before}::xid8
      and seen_date < clock_timestamp() - ${`${gapMinutes} minutes`}::interval`.execute(tx);

/** All transactions with a lower number have ended. */
async function endedBefore(tx: Tx): Promise<string> {
  const { rows } = await sql<{ before: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as before`.execute(tx);
  return rows[0]?.before ?? '0';
}

/** Seals entries that were committed late. In its own seal, so that a large log does not look at its gaps often. */
async function sealLate(tx: Tx): Promise<number> {
  const before = await endedBefore(tx);
  const late = await lateEntries(tx);
  if (late.length > 0) {
    await writeSeal(tx, await newestIn(tx), late, (await momentOf(tx)).micros);
    await shrinkGaps(tx, late);
  }
  if (late.length < lotSize) await removeFinalGaps(tx, before);
  return late.length;
}

async function sealFresh(tx: Tx): Promise<number> {
  const newest = await newestIn(tx);
  const entries = await freshEntries(tx, newest.newestId);
  if (entries.length === 0) return 0;
  // After the entries were read: a transaction that began meanwhile may fill a gap too.
  const { micros, seenBefore } = await momentOf(tx);
  await writeSeal(tx, newest, entries, micros);
  const gaps = rangesBetween(
    newest.newestId,
    entries.map(({ id }) => id),
  );
  const seenDate = new Date(micros / 1_000).toISOString();
  await insertGaps(
    tx,
    gaps.map((range) => ({ ...range, seenDate, seenBefore })),
  );
  return entries.length;
}

/** One server seals at a time; the others find the lock taken and leave it. */
const inTurn = (db: Database, seal: (tx: Tx) => Promise<number>): Promise<number> =>
  db.transaction().execute(async (tx) => ((await tryTurn(tx, 'logChain')) ? seal(tx) : 0));

/** `order by`: with `exists`, the planner reads the log from its beginning. */
async function isDue(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`
    select exists (select from log_gaps)
      or (select e.id from log_entries e where e.id > ${newestSealed} order by e.id limit 1) is not null
      as is_due`.execute(db);
  return rows[0]?.isDue ?? false;
}

/**
 * Adds all committed entries to the chain, in lots. Writers of the log neither wait for it nor know of it: an entry has
 * no seal for about a second.
 *
 * A transaction may be committed after others with higher ids. Its ids are remembered as gaps, and looked at again
 * until the database says that no transaction from before is in progress.
 */
export async function sealLog(db: Database): Promise<number> {
  if (!(await isDue(db))) return 0;
  let sealed = 0;
  for (const seal of [sealLate, sealFresh]) {
    for (let count = lotSize; count === lotSize; ) {
      count = await inTurn(db, seal);
      sealed += count;
    }
  }
  return sealed;
}
