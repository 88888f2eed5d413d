import { must } from '@kerb/domain/kernel/must.ts';
import { detailsOwner } from '@kerb/server/features/payers/encrypted-details.ts';
import { secretOwner } from '@kerb/server/features/session/second-factor.ts';
import { draftOwner } from '@kerb/server/features/signing/payer-flow.ts';
import { mostLinks } from '@kerb/server/platform/auth/link-versions.ts';
import { renewKeyCheck } from '@kerb/server/platform/deployment.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { isEarlierFormat } from '@kerb/server/platform/files/file-cipher.ts';
import { rowFailed } from '@kerb/server/platform/jobs/for-each-row.ts';
import { dataKeyOwner } from '@kerb/server/platform/privacy/data-keys.ts';
import { payloadOwner } from '@kerb/server/platform/second-person/pending-acts.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';
import { sql } from 'kysely';

/** All encrypted values. Personal data names its owner; the other values are the deployment's own. */
type Kept = { table: string; key: string; column: string; owner: string; ownerOf: ((owner: string) => string) | null };
// biome-ignore format: a table
const kept: Kept[] = [
  { table: 'signatories',    key: 'id',           column: 'sealed_details',     owner: 'id',            ownerOf: (id) => detailsOwner(Number(id)) },
  { table: 'payer_drafts',   key: 'signatory_id', column: 'sealed_answers',     owner: 'signatory_id',  ownerOf: (id) => draftOwner(Number(id)) },
  { table: 'second_factors', key: 'user_id',      column: 'sealed_secret',      owner: 'user_id',       ownerOf: (id) => secretOwner(Number(id)) },
  { table: 'assets',         key: 'id',           column: 'sealed_file_key',    owner: 'storage_key',   ownerOf: (key) => key },
  { table: 'pending_acts',   key: 'id',           column: 'sealed_payload',     owner: 'payload_owner', ownerOf: payloadOwner },
  { table: 'data_keys',      key: 'id',           column: 'sealed_key',         owner: 'subject',       ownerOf: dataKeyOwner },
  { table: 'signing_keys',   key: 'id',           column: 'sealed_private_key', owner: 'id',            ownerOf: null },
  { table: 'webhooks',       key: 'id',           column: 'sealed_secret',      owner: 'id',            ownerOf: null },
  { table: 'webhooks',       key: 'id',           column: 'old_sealed_secret',  owner: 'id',            ownerOf: null },
  { table: 'messages',       key: 'id',           column: 'sealed_secrets',     owner: 'id',            ownerOf: null },
];

const batchSize = 200;
/** `links`: open Payment URLs that are derived from an earlier key. */
export type Rotation = { resealed: number; failed: number; links: number };

type Row = { key: number | string; encrypted: Buffer; owner: string };

function isCurrent(secrets: Secrets, { ownerOf }: Kept, encrypted: Buffer): boolean {
  if (ownerOf === null) return secrets.isCurrent(encrypted);
  return !isEarlierFormat(encrypted) && secrets.personal.isCurrent(encrypted);
}

function encryptedAgain(secrets: Secrets, { ownerOf }: Kept, row: Row): Buffer {
  if (ownerOf === null) return secrets.encrypt(secrets.decrypt(row.encrypted));
  const owner = ownerOf(row.owner);
  const plain = isEarlierFormat(row.encrypted)
    ? secrets.decrypt(row.encrypted)
    : secrets.personal.decrypt(row.encrypted, owner);
  return secrets.personal.encrypt(plain, owner);
}

async function batchOf({ db }: Deps, { table, key, column, owner }: Kept, after: Row['key'] | null): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${sql.ref(key)} as key, ${sql.ref(column)} as encrypted, ${sql.ref(owner)}::text as owner
    from ${sql.table(table)} where octet_length(${sql.ref(column)}) > 0
      ${after === null ? sql`` : sql`and ${sql.ref(key)} > ${after}`}
    order by ${sql.ref(key)} limit ${batchSize}`.execute(db);
  return rows;
}

/** If somebody saves the row at the same time, their value is kept: it already has the current key. */
async function reencrypt({ db, secrets }: Deps, kept: Kept, row: Row): Promise<void> {
  const { table, key, column } = kept;
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${encryptedAgain(secrets, kept, row)}
    where ${sql.ref(key)} = ${row.key} and ${sql.ref(column)} = ${row.encrypted}`.execute(db);
}

async function countEarlierLinks({ db, secrets }: Deps): Promise<number> {
  if (!secrets.hasEarlierKeys) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from signatories
    where payment_link_hash is not null and payment_link_ended_date is null
      and payment_link_version / ${sql.lit(mostLinks)} <> ${secrets.keyNumber}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Encrypts again everything that does not have the current key, so that an old key can be deleted. */
export async function rotateKeys(deps: Deps): Promise<Rotation> {
  const rotation = { resealed: 0, failed: 0, links: await countEarlierLinks(deps) };
  for (const each of kept) {
    for (let after: Row['key'] | null = null; ; ) {
      const rows: Row[] = await batchOf(deps, each, after);
      for (const row of rows.filter(({ encrypted }) => !isCurrent(deps.secrets, each, encrypted))) {
        try {
          await reencrypt(deps, each, row);
          rotation.resealed += 1;
        } catch (error) {
          rotation.failed += 1;
          await rowFailed(deps, { kind: each.table, id: row.key }, error);
        }
      }
      if (rows.length < batchSize) break;
      after = must(rows.at(-1), 'last row of a full batch').key;
    }
  }
  if (rotation.failed === 0) await renewKeyCheck(deps.db, deps.secrets);
  return rotation;
}
