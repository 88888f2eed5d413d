import type { Passkey } from '@kerb/domain/session/passkeys.contract.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

type Row = Omit<Passkey, 'href'>;

/** A passkey counts only for the role in which it was added. */
export const isOfRole = sql`p.role = u.role`;

/** The user's passkeys, the newest first. */
export async function passkeysOf(db: Database | Tx, userId: number): Promise<Passkey[]> {
  const { rows } = await sql<Row>`
    select p.id, p.name, p.is_backed_up, p.created_date, p.last_used_date
    from passkeys p join users u on u.id = p.user_id
    where p.user_id = ${userId} and ${isOfRole} order by p.id desc`.execute(db);
  return rows.map((row) => ({ ...row, href: `/v1/account/passkeys/${row.id}` }));
}

type Described = { id: string; type: 'public-key'; transports: string[] };

/** How browsers are told which passkeys a user has. */
export async function describedPasskeys(db: Database | Tx, userId: number): Promise<Described[]> {
  const { rows } = await sql<{ credentialId: Buffer; transports: string[] }>`
    select p.credential_id, p.transports from passkeys p join users u on u.id = p.user_id
    where p.user_id = ${userId} and ${isOfRole} order by p.id desc`.execute(db);
  return rows.map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    type: 'public-key',
    transports,
  }));
}

/** Whether a user has passkeys that count, as a column of another query. */
export const hasPasskeys = (userId: number) =>
  sql<boolean>`exists (select from passkeys p join users u on u.id = p.user_id
    where p.user_id = ${userId} and ${isOfRole})`;

export type StoredPasskey = {
  id: number;
  userId: number;
  userHandle: Buffer;
  publicKey: Buffer;
  isBackupEligible: boolean;
};

/** A passkey whose owner may log in. A disabled person, a disabled logon and a former role have none. */
export async function usablePasskey(db: Database, credentialId: string): Promise<StoredPasskey | null> {
  const { rows } = await sql<StoredPasskey>`
    select p.id, p.user_id, p.user_handle, p.public_key, p.is_backup_eligible
    from passkeys p join users u on u.id = p.user_id
    where p.credential_id = ${Buffer.from(credentialId, 'base64url')} and ${isOfRole} and u.disabled_date is null
      and not exists (select from credentials c
        where c.user_id = u.id and c.type = 'logon' and c.disabled_since_date is not null)`.execute(db);
  return rows[0] ?? null;
}

/** All passkeys of one user have the same handle, so that a device replaces the older one of an account. */
export async function handleOf(db: Database, userId: number): Promise<Buffer | null> {
  const found = await db.selectFrom('passkeys').select('userHandle').where('userId', '=', userId).executeTakeFirst();
  return found?.userHandle ?? null;
}
