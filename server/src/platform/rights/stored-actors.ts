import { may, mayIn } from '@kerb/domain/access/access-scope.ts';
import { type Actor, type Membership, type Role, roleOfMembers, roles } from '@kerb/domain/access/actor.ts';
import type { Permission } from '@kerb/domain/access/permissions.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

/** A person as currently stored, also if they are disabled. */
export type StoredActor = Actor & { isDisabled: boolean };

type Row = {
  userId: number;
  firstName: string;
  surname: string;
  role: Role;
  isDisabled: boolean;
  memberships: Membership[];
};

export async function storedActors(db: Database | Tx, userIds: readonly number[]): Promise<Map<number, StoredActor>> {
  const { rows } = await sql<Row>`
    select u.id as user_id, u.first_name, u.surname, u.role, u.disabled_date is not null as is_disabled, (
      select coalesce(json_agg(json_build_object('tenantId', m.tenant_id, 'tenantUserType', m.tenant_user_type)), '[]')
      from tenant_users m where m.user_id = u.id and u.role = ${roleOfMembers}) as memberships
    from users u
    where u.id = any(${[...userIds]}::bigint[]) and u.role = any(${[...roles]}::text[])`.execute(db);
  return new Map(
    rows.map(({ firstName, surname, ...row }) => [
      row.userId,
      { ...row, displayName: displayName({ firstName, surname }) },
    ]),
  );
}

/** Whether a stored person has a permission now, in one organisation or anywhere. */
export function storedMay(actor: StoredActor | undefined, permission: Permission, tenantId?: number): boolean {
  if (!actor || actor.isDisabled) return false;
  return tenantId === undefined ? may(actor, permission) : mayIn(actor, permission, tenantId);
}
