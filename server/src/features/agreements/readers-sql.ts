import { rolesWith } from '@kerb/domain/access/access-scope.ts';
import { roleOfMembers, tenantUserTypes } from '@kerb/domain/access/actor.ts';
import { permissions } from '@kerb/domain/access/permissions.ts';
import { type RawBuilder, sql } from 'kysely';

const typesWith = (reach: 'organisation' | 'own') =>
  tenantUserTypes.filter((type) => permissions['agreement.read'][type] === reach);

/** Whether the team member or admin `users u` sees the campaign `agreements a`. For payers it is always false. */
export const seesCampaign: RawBuilder<boolean> = sql`
  (u.role = any(${rolesWith('agreement.read')}::text[])
    or u.role = ${roleOfMembers} and exists (
      select from tenant_users m where m.user_id = u.id and m.tenant_id = a.tenant_id and (
        m.tenant_user_type = any(${typesWith('organisation')}::text[])
        or m.tenant_user_type = any(${typesWith('own')}::text[]) and a.agent_user_id = u.id)))`;
