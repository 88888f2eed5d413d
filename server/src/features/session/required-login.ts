import { roleOfMembers } from '@kerb/domain/access/actor.ts';
import type { SignInMeans } from '@kerb/server/platform/database/column-types.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { sql } from 'kysely';

/** These are not logins of a member: a payer's link, and the login that is asked for. */
const exempt: readonly SignInMeans[] = ['Payment URL', 'organisation'];

/** The name of an organisation that wants its own login, if all of the person's organisations do. */
export async function organisationOfLogin(tx: Tx, userId: number): Promise<string | null> {
  const { rows } = await sql<{ name: string; isRequired: boolean }>`
    select t.name, exists (select from login_providers p where p.tenant_id = m.tenant_id and p.ended_date is null
      and p.confirmed_date is not null and p.is_required) as is_required
    from tenant_users m join tenants t on t.id = m.tenant_id join users u on u.id = m.user_id
    where m.user_id = ${userId} and u.role = ${roleOfMembers}`.execute(tx);
  return rows.every(({ isRequired }) => isRequired) ? (rows[0]?.name ?? null) : null;
}

/** Whether an organisation wants its own login of its team. */
export async function requiresOwnLogin(db: Database, tenantId: number): Promise<boolean> {
  const { rows } = await sql`
    select from login_providers p where p.tenant_id = ${tenantId} and p.ended_date is null
      and p.confirmed_date is not null and p.is_required`.execute(db);
  return rows.length > 0;
}

/**
 * Refuses a password, a passkey and every other means to somebody all of whose organisations want their own login.
 * Told only after the person has proved who they are. Who also works elsewhere may log in, and sees only that.
 */
export async function refuseOtherLogin(tx: Tx, userId: number, means: SignInMeans): Promise<void> {
  const name = exempt.includes(means) ? null : await organisationOfLogin(tx, userId);
  if (name === null) return;
  throw new Problem(
    403,
    'organisation-login',
    `${name} wants its team to log in with its own login. Choose “Continue with your organisation” on the login page.`,
  );
}

/**
 * Whether a login at the provider is the only proof of identity that a person has. Who has a password or a passkey, or
 * works elsewhere too, proves it with their own means: otherwise one organisation could change an account of another.
 */
export async function hasNoOtherMeans(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ isAlone: boolean }>`
    select not exists (select from credentials c where c.user_id = ${userId} and c.password_hash is not null)
      and not exists (select from passkeys p where p.user_id = ${userId})
      and (select count(*) from tenant_users m where m.user_id = ${userId}) = 1 as is_alone`.execute(tx);
  return rows[0]?.isAlone ?? false;
}
