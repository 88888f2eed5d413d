import { must } from '@kerb/domain/kernel/must.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { noHead, unpackEntries } from '@kerb/server/platform/log-chain/chain-format.ts';
import { headOf } from '@kerb/server/platform/log-chain/read-chain.ts';
import { sql } from 'kysely';

/** An entry that is committed late is in one of the seals after the one of its id. */
const seconds = 600;

/** The first seal that may have an entry. The newest ids of the seals rise, so each step halves the rest. */
async function firstSealFor(db: Database, id: number): Promise<number | null> {
  const head = await headOf(db);
  if (!head || head.newestId < id) return null;
  let [low, high] = [1, head.number];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { newestId } = await db
      .selectFrom('logSeals')
      .select('newestId')
      .where('number', '=', middle)
      .executeTakeFirstOrThrow();
    if (newestId >= id) high = middle;
    else low = middle + 1;
  }
  return low;
}

type PartRow = { sealNumber: number; number: number; entries: Buffer; hash: Buffer };

const hex = (hash: Buffer): string => hash.toString('hex');

async function hashBefore(db: Database, tenantId: number, number: number): Promise<string> {
  const before = await db
    .selectFrom('logSealParts')
    .select('hash')
    .where('tenantId', '=', tenantId)
    .where('number', '=', number - 1)
    .executeTakeFirst();
  return hex(before?.hash ?? noHead.hash);
}

async function sealWith(db: Database, number: number) {
  const { rows } = await sql<{ number: number; hash: Buffer; newestId: number; micros: number }>`
    select number, hash, newest_id, (extract(epoch from sealed_date) * 1000000)::bigint as micros
    from log_seals where number in (${number}, ${number - 1})`.execute(db);
  const seal = must(
    rows.find((row) => row.number === number),
    `seal ${number}`,
  );
  const parts = await db
    .selectFrom('logSealParts')
    .select(['tenantId', 'number', 'hash'])
    .where('sealNumber', '=', number)
    .orderBy('tenantId')
    .execute();
  return {
    number,
    before: hex(
      number === 1
        ? noHead.hash
        : must(
            rows.find((row) => row.number === number - 1),
            'seal before',
          ).hash,
    ),
    micros: Number(seal.micros),
    newestId: seal.newestId,
    parts: parts.map((part) => ({ organisation: part.tenantId, number: part.number, sha256: hex(part.hash) })),
    sha256: hex(seal.hash),
  };
}

/** Everything that the seal of an entry is computed from; null until the entry is sealed. */
export async function proofOfEntry(db: Database, { id, tenantId }: { id: number; tenantId: number }) {
  const first = await firstSealFor(db, id);
  if (first === null) return null;
  const { rows } = await sql<PartRow>`
    select seal_number, number, entries, hash from log_seal_parts
    where tenant_id = ${tenantId} and seal_number between ${first} and ${first + seconds}
    order by seal_number`.execute(db);
  for (const part of rows) {
    const entry = unpackEntries(part.entries).find((each) => each.id === id);
    if (!entry) continue;
    return {
      entry: { id, sha256: hex(entry.hash) },
      organisation: {
        id: tenantId,
        number: part.number,
        before: await hashBefore(db, tenantId, part.number),
        entries: part.entries.toString('base64'),
        sha256: hex(part.hash),
      },
      seal: await sealWith(db, part.sealNumber),
    };
  }
  return null;
}
