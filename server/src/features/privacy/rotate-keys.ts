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
  { table: 'login_providers', key: 'id',          column: 'sealed_client_secret', owner: 'id',          ownerOf: null },
  { table: 'messages',       key: 'id',           column: 'sealed_secrets',     owner: 'id',            ownerOf: null },
];

const batchSize = 200;
/** `links`: open Payment URLs that are derived from an earlier key. */
export type Rotation = { resealed: number; failed: number; links: number };

type Row = { key: number | string; encrypted: Buffer; owner: string };

function encryptedAgain(secrets: Secrets, { ownerOf }: Kept, row: Row): Buffer {
  if (ownerOf === null) return secrets.encrypt(secrets.decrypt(row.encrypted));
  const owner = ownerOf(row.owner);
  // A value of today can have the length of the earlier format, but that one names no key.
  const isEarlier = isEarlierFormat(row.encrypted) && !secrets.personal.isNamed(row.encrypted);
  const plain = isEarlier ? secrets.decrypt(row.encrypted) : secrets.personal.decrypt(row.encrypted, owner);
  return secrets.personal.encrypt(plain, owner);
}

/** The key's name in a value. A large table has an index on it. */
const keyName = ({ column, ownerOf }: Kept) =>
  ownerOf === null ? sql`deployment_key_name(${sql.ref(column)})` : sql`personal_key_name(${sql.ref(column)})`;

/**
 * The next values whose key has another name than the current one, without those that could not be encrypted again. The
 * names before the current one and those after it are two ranges of the index.
 */
async function batchOf({ db, secrets }: Deps, each: Kept, isBefore: boolean, failed: readonly string[]) {
  const { table, key, column, owner, ownerOf } = each;
  const { currentName } = ownerOf === null ? secrets : secrets.personal;
  const { rows } = await sql<Row>`
    select ${sql.ref(key)} as key, ${sql.ref(column)} as encrypted, ${sql.ref(owner)}::text as owner
    from ${sql.table(table)}
    where octet_length(${sql.ref(column)}) > 0 and ${keyName(each)} ${isBefore ? sql`<` : sql`>`} ${currentName}::bytea
      and ${sql.ref(key)}::text <> all(${failed}::text[])
    order by ${keyName(each)} limit ${batchSize}`.execute(db);
  return rows;
}

/** If somebody saves the row at the same time, their value is kept: the next batch looks at it again. */
async function reencrypt({ db, secrets }: Deps, kept: Kept, row: Row): Promise<void> {
  const { table, key, column } = kept;
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${encryptedAgain(secrets, kept, row)}
    where ${sql.ref(key)} = ${row.key} and ${sql.ref(column)} = ${row.encrypted}`.execute(db);
}

async function rotateRange(deps: Deps, each: Kept, isBefore: boolean, rotation: Rotation): Promise<void> {
  const failed: string[] = [];
  for (;;) {
    const rows = await batchOf(deps, each, isBefore, failed);
    for (const row of rows) {
      try {
        await reencrypt(deps, each, row);
        rotation.resealed += 1;
      } catch (error) {
        rotation.failed += 1;
        failed.push(String(row.key));
        await rowFailed(deps, { kind: each.table, id: row.key }, error);
      }
    }
    if (rows.length < batchSize) return;
  }
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
    for (const isBefore of [true, false]) await rotateRange(deps, each, isBefore, rotation);
  }
  if (rotation.failed === 0) await renewKeyCheck(deps.db, deps.secrets);
  return rotation;
}
