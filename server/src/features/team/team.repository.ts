import { type AccessScope, standingIn } from '@kerb/domain/access/access-scope.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { Member, TeamQuery, UserTenant } from '@kerb/domain/team/team.contract.ts';
import { mayEditDetails, maySeeMobiles, stillManages } from '@kerb/domain/team/team-rules.ts';
import { changedOfTenant } from '@kerb/server/features/agreements/changed-records.ts';
import { pictureOfUser } from '@kerb/server/features/people/people-pictures.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { notPermitted } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

export type MemberRecord = Omit<Member, 'href' | 'displayName' | 'user' | 'tenant' | 'profilePictureHref'> & {
  tenantId: number;
  profilePictureAssetId: number | null;
  worksElsewhere: boolean;
};

function memberView(
  { tenantId, profilePictureAssetId, worksElsewhere, ...row }: MemberRecord,
  scope: AccessScope,
): Member {
  const standing = standingIn(scope.actor, tenantId);
  return {
    ...row,
    href: `/v1/tenants/${tenantId}/users/${row.userId}`,
    user: row.userId,
    tenant: tenantId,
    displayName: displayName(row),
    profilePictureHref: pictureOfUser(row.userId, profilePictureAssetId),
    mobilePhone: maySeeMobiles(standing) ? row.mobilePhone : null,
    detailsEditable: mayEditDetails(standing, { worksElsewhere }),
  };
}

/** The team, sorted by name. Disabled users are left out. */
export async function memberRecords(db: Database | Tx, tenantId: number, userId?: number): Promise<MemberRecord[]> {
  const { rows } = await sql<MemberRecord>`
    select m.tenant_id, m.user_id, m.tenant_user_type, m.receives_all_agent_notices, m.receives_billing_email_notices,
      u.first_name, u.surname, u.email_address, u.mobile_phone, u.job_title, u.profile_picture_asset_id,
      exists (select from tenant_users o where o.user_id = u.id and o.tenant_id <> m.tenant_id) as works_elsewhere
    from tenant_users m join users u on u.id = m.user_id
    where m.tenant_id = ${tenantId} and u.disabled_date is null
      ${userId === undefined ? sql`` : sql`and m.user_id = ${userId}`}
    order by lower(u.first_name), lower(u.surname), u.id`.execute(db);
  return rows;
}

export async function membersOf(
  db: Database | Tx,
  scope: AccessScope,
  tenantId: number,
  userId?: number,
): Promise<Member[]> {
  return (await memberRecords(db, tenantId, userId)).map((row) => memberView(row, scope));
}

/** The team in the order of changes, for a program that keeps a copy. `removed` has those who left or are disabled. */
export async function changedMembers(db: Database, scope: AccessScope, tenantId: number, query: TeamQuery) {
  const { ids, ...rest } = await changedOfTenant(db, { tenantId, kind: 'member' }, query);
  const byId = new Map((await membersOf(db, scope, tenantId)).map((member) => [member.userId, member]));
  return {
    items: ids.flatMap((id) => byId.get(id) ?? []),
    removed: ids
      .filter((id) => !byId.has(id))
      .map((userId) => ({ href: `/v1/tenants/${tenantId}/users/${userId}`, userId })),
    ...rest,
  };
}

/**
 * Locks a team for a change. Concurrent changes run one after the other, and the second manager's rights are checked
 * again: otherwise two managers could remove each other and leave none.
 */
export async function holdTeam(work: Work, tenantId: number): Promise<void> {
  const team = await work.tx
    .selectFrom('tenantUsers')
    .select(['userId', 'tenantUserType'])
    .where('tenantId', '=', tenantId)
    .orderBy('userId')
    .forUpdate()
    .execute();
  if (!stillManages(work.actor, team)) throw notPermitted();
}

type UserTenantRow = Omit<UserTenant, 'href' | 'tenant'>;

export async function tenantsOfUser(db: Database | Tx, userId: number): Promise<UserTenant[]> {
  const { rows } = await sql<UserTenantRow>`
    select m.tenant_id, t.name as tenant_name, m.tenant_user_type, m.receives_all_agent_notices,
      m.receives_billing_email_notices
    from tenant_users m join tenants t on t.id = m.tenant_id
    where m.user_id = ${userId} order by lower(t.name), t.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    href: `/v1/tenants/${row.tenantId}/users/${userId}`,
    tenant: row.tenantId,
  }));
}
