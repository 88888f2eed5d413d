import { randomBytes, randomInt } from 'node:crypto';
import { recoveryCodeCount } from '@kerb/domain/session/second-factor.contract.ts';
import { type HashTurn, slowHash, turnOfPerson } from '@kerb/server/platform/auth/password.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Without characters that look or sound alike. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const codeLength = 10;

const plain = (code: string) => code.toUpperCase().replace(/[^\dA-Z]/g, '');

function newCode(): string {
  const signs = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]);
  return signs.join('').replace(/^(.{5})/, '$1-');
}

export type RecoveryCodes = { codes: string[]; salt: Buffer; hashes: string[] };

/** Ten codes with their hashes. Outside a transaction, because hashing is slow on purpose. */
export async function newRecoveryCodes(of: number | HashTurn): Promise<RecoveryCodes> {
  const turn = typeof of === 'number' ? turnOfPerson(of) : of;
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  const salt = randomBytes(16);
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await slowHash(plain(code), salt, turn));
  return { codes, salt, hashes };
}

/** Each code works once. They are shown once and stored only as hashes. Earlier codes stop working. */
export async function keepRecoveryCodes({ tx }: Work, userId: number, made: RecoveryCodes): Promise<string[]> {
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await tx
    .insertInto('recoveryCodes')
    .values(made.hashes.map((hash) => ({ userId, hash })))
    .execute();
  await tx.updateTable('secondFactors').set({ recoverySalt: made.salt }).where('userId', '=', userId).execute();
  return made.codes;
}

/**
 * The hashes under which a typed code may be stored. One, in the form of the person's stored codes; an older code has
 * one for each key of the deployment.
 */
export async function recoveryHashes({ db, secrets }: Deps, userId: number, typed: string): Promise<string[]> {
  const row = await db
    .selectFrom('secondFactors')
    .select('recoverySalt')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.recoverySalt
    ? [await slowHash(plain(typed), row.recoverySalt, turnOfPerson(userId))]
    : secrets.deriveEach('codes', `recovery ${userId} ${plain(typed)}`);
}
