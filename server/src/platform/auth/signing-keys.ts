import { randomUUID } from 'node:crypto';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { takeTurn } from '@kerb/server/platform/database/locks.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { sql } from 'kysely';

type Key = Awaited<ReturnType<typeof importJWK>>;
export type SigningKeys = {
  current: () => Promise<{ id: string; privateKey: Key }>;
  publicKey: (id: string) => Promise<Key | null>;
};

export const tokenAlgorithm = 'EdDSA';
const rotateAfterDays = 90;
/** Longer than any token lives, so that tokens of an old key stay valid until they expire. */
const acceptRetiredForHours = 1;
/** How long a server caches keys. After this time every server refuses a leaked key. */
const cacheMs = 60_000;
const keyId = /^[\da-f-]{36}$/;

async function newest(db: Database | Tx) {
  return db
    .selectFrom('signingKeys')
    .selectAll()
    .where('retiredDate', 'is', null)
    .where(sql<boolean>`created_date > now() - make_interval(days => ${rotateAfterDays})`)
    .orderBy('createdDate', 'desc')
    .executeTakeFirst();
}

/** Retires the keys in use and makes the next one. */
export async function rotateSigningKey(tx: Tx, secrets: Secrets): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair(tokenAlgorithm, { crv: 'Ed25519', extractable: true });
  const now = realNow();
  await tx.updateTable('signingKeys').set({ retiredDate: now }).where('retiredDate', 'is', null).execute();
  await tx
    .insertInto('signingKeys')
    .values({
      id: randomUUID(),
      sealedPrivateKey: secrets.encrypt(Buffer.from(JSON.stringify(await exportJWK(privateKey)))),
      publicKey: JSON.stringify(await exportJWK(publicKey)),
      createdDate: now,
    })
    .execute();
}

/** After a leak of the key that encrypts them: tokens of the former keys are refused once no server caches them. */
export async function replaceSigningKeys(tx: Tx, secrets: Secrets): Promise<void> {
  await tx.deleteFrom('signingKeys').execute();
  await rotateSigningKey(tx, secrets);
}

/** The keys that sign access tokens: created at first use, replaced as they age, stored encrypted. */
export function signingKeysOf(db: Database, secrets: Secrets): SigningKeys {
  const publicKeys = new Map<string, { key: Key; until: number }>();
  let cached: { id: string; privateKey: Key; until: number } | null = null;

  async function loadCurrent() {
    let row = await newest(db);
    if (!row) {
      await db.transaction().execute(async (tx) => {
        await takeTurn(tx, 'signingKeys');
        if (!(await newest(tx))) await rotateSigningKey(tx, secrets);
      });
      row = await newest(db);
    }
    if (!row) throw new Error('cannot create a signing key');
    const jwk = JSON.parse(secrets.decrypt(row.sealedPrivateKey).toString()) as JWK;
    return { id: row.id, privateKey: await importJWK(jwk, tokenAlgorithm), until: Date.now() + cacheMs };
  }

  return {
    current: async () => {
      if (!cached || cached.until < Date.now()) cached = await loadCurrent();
      return cached;
    },
    publicKey: async (id) => {
      if (!keyId.test(id)) return null;
      const known = publicKeys.get(id);
      if (known && known.until > Date.now()) return known.key;
      publicKeys.delete(id);
      const row = await db
        .selectFrom('signingKeys')
        .select('publicKey')
        .where('id', '=', id)
        .where(
          sql<boolean>`(retired_date is null or retired_date > now() - make_interval(hours => ${acceptRetiredForHours}))`,
        )
        .executeTakeFirst();
      if (!row) return null;
      const key = await importJWK(row.publicKey, tokenAlgorithm);
      publicKeys.set(id, { key, until: Date.now() + cacheMs });
      return key;
    },
  };
}
