import type { Actor, Role } from '@kerb/domain/access/actor.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { asciiAddress } from '@kerb/domain/wire/codecs.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

/** A user who is about to be signed in. */
export type Person = { id: number; firstName: string; surname: string; emailAddress: string; role: Role };

/** The actor for the log only. Permissions are read from the database at each request. */
export const actorOf = (person: Person): Actor => ({
  userId: person.id,
  displayName: displayName(person),
  role: person.role,
  memberships: [],
});

export type Account = Person & { passwordHash: string | null; isUsable: boolean };

async function accountWhere(db: Database, condition: RawBuilder<boolean>): Promise<Account | null> {
  const { rows } = await sql<Account>`
    select u.id, u.first_name, u.surname, u.email_address, u.role, c.password_hash,
      u.disabled_date is null and c.disabled_since_date is null as is_usable
    from credentials c join users u on u.id = c.user_id
    where c.type = 'logon' and ${condition}`.execute(db);
  return rows[0] ?? null;
}

/** Includes disabled accounts: a login attempt must not reveal that an account is disabled. */
export const accountByLogon = (db: Database, logonIdentifier: string): Promise<Account | null> =>
  accountWhere(db, sql`lower(c.logon_identifier) = lower(${asciiAddress(logonIdentifier)})`);

export const accountByUser = (db: Database, userId: number): Promise<Account | null> =>
  accountWhere(db, sql`u.id = ${userId}`);

// Access to the mailbox must not re-enable an account whose logon is disabled.
const mayHavePassword = sql`u.role <> 'service' and u.disabled_date is null and not exists (
  select from credentials c where c.user_id = u.id and c.type = 'logon' and c.disabled_since_date is not null)`;

const columns = sql`u.id, u.first_name, u.surname, u.email_address, u.role`;

/** Finds by logon, or by e-mail address if there is no logon yet, so that a payer can get a password. */
export async function personToReset(db: Database, identifier: string): Promise<Person | null> {
  const { rows } = await sql<Person>`
    select ${columns} from users u
    where ${mayHavePassword} and (
      u.id = (select c.user_id from credentials c
        where c.type = 'logon' and lower(c.logon_identifier) = lower(${asciiAddress(identifier)}))
      or (lower(u.email_address) = lower(${asciiAddress(identifier)})
        and not exists (select from credentials c where c.user_id = u.id and c.type = 'logon')))`.execute(db);
  return rows[0] ?? null;
}

export async function personById(db: Database | Tx, id: number): Promise<Person | null> {
  const { rows } = await sql<Person>`
    select ${columns} from users u where u.id = ${id} and u.role <> 'service' and u.disabled_date is null`.execute(db);
  return rows[0] ?? null;
}

export type LinkOwner = Person & { hasPassword: boolean };

export async function ownerOfPasswordLink(db: Database, hash: Buffer, now: string): Promise<LinkOwner | null> {
  const { rows } = await sql<LinkOwner>`
    select ${columns}, exists (
      select from credentials c where c.user_id = u.id and c.type = 'logon' and c.password_hash is not null) as has_password
    from password_links l join users u on u.id = l.user_id
    where l.hash = ${hash} and l.used_date is null and l.expiry_date > ${now} and ${mayHavePassword}`.execute(db);
  return rows[0] ?? null;
}
