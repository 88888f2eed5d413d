import { must } from '@kerb/domain/kernel/must.ts';
import { detailsOwner } from '@kerb/server/features/payers/encrypted-details.ts';
import { secretOwner } from '@kerb/server/features/session/second-factor.ts';
import { draftOwner } from '@kerb/server/features/signing/payer-flow.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { isEarlierFormat } from '@kerb/server/platform/files/file-cipher.ts';
import { payloadOwner } from '@kerb/server/platform/second-person/pending-acts.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';
import { sql } from 'kysely';

/** All encrypted personal data: table, column and owner. */
// biome-ignore format: a table
const kept = [
  { table: 'signatories',    key: 'id',           column: 'sealed_details',  owner: 'id',           ownerOf: (id: string) => detailsOwner(Number(id)) },
  { table: 'payer_drafts',   key: 'signatory_id', column: 'sealed_answers',  owner: 'signatory_id', ownerOf: (id: string) => draftOwner(Number(id)) },
  { table: 'second_factors', key: 'user_id',      column: 'sealed_secret',   owner: 'user_id',      ownerOf: (id: string) => secretOwner(Number(id)) },
  { table: 'assets',         key: 'id',           column: 'sealed_file_key', owner: 'storage_key',  ownerOf: (key: string) => key },
  { table: 'pending_acts',   key: 'id',           column: 'sealed_payload',  owner: 'payload_owner', ownerOf: payloadOwner },
] as const;
type Kept = (typeof kept)[number];

const batchSize = 200;
export type Rotation = { resealed: number; failed: number };

const decryptedOf = (secrets: Secrets, encrypted: Buffer, owner: string): Buffer =>
  isEarlierFormat(encrypted) ? secrets.decrypt(encrypted) : secrets.personal.decrypt(encrypted, owner);

const isCurrent = ({ personal }: Secrets, encrypted: Buffer): boolean =>
  !isEarlierFormat(encrypted) && personal.isCurrent(encrypted);

type Row = { key: number; encrypted: Buffer; owner: string };

async function batchOf({ db }: Deps, { table, key, column, owner }: Kept, after: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${sql.ref(key)} as key, ${sql.ref(column)} as encrypted, ${sql.ref(owner)}::text as owner
    from ${sql.table(table)} where ${sql.ref(key)} > ${after} and ${sql.ref(column)} is not null
    order by ${sql.ref(key)} limit ${batchSize}`.execute(db);
  return rows;
}

/** If somebody saves the row at the same time, their value is kept: it already has the current key. */
async function reencrypt({ db, secrets }: Deps, { table, key, column, ownerOf }: Kept, row: Row): Promise<void> {
  const owner = ownerOf(row.owner);
  const encrypted = secrets.personal.encrypt(decryptedOf(secrets, row.encrypted, owner), owner);
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${encrypted}
    where ${sql.ref(key)} = ${row.key} and ${sql.ref(column)} = ${row.encrypted}`.execute(db);
}

/** Encrypts again everything that does not have the current key, so that an old key can be deleted. */
export async function rotateKeys(deps: Deps): Promise<Rotation> {
  const rotation = { resealed: 0, failed: 0 };
  for (const each of kept) {
    for (let after = 0; ; ) {
      const rows = await batchOf(deps, each, after);
      for (const row of rows.filter(({ encrypted }) => !isCurrent(deps.secrets, encrypted))) {
        try {
          await reencrypt(deps, each, row);
          rotation.resealed += 1;
        } catch (error) {
          rotation.failed += 1;
          deps.log.error({ err: error, table: each.table, key: row.key }, 'an encrypted value cannot be decrypted');
        }
      }
      if (rows.length < batchSize) break;
      after = must(rows.at(-1), 'last row of a full batch').key;
    }
  }
  return rotation;
}
