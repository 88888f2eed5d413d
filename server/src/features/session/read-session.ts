import type { Actor } from '@kerb/domain/access/actor.ts';
import type { Session } from '@kerb/domain/session/session.contract.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';

export async function readSession(db: Database, actor: Actor): Promise<Session> {
  const { emailAddress } = await db
    .selectFrom('users')
    .select('emailAddress')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const tenantIds = actor.memberships.map((membership) => membership.tenantId);
  const tenants =
    tenantIds.length === 0
      ? []
      : await db.selectFrom('tenants').select(['id', 'name']).where('id', 'in', tenantIds).orderBy('name').execute();
  const dismissed = await db
    .selectFrom('dismissedBanners')
    .select('bannerId')
    .where('userId', '=', actor.userId)
    .execute();
  const { userId, displayName, role, onlyAgreementId, viewedBy } = actor;
  return {
    userId,
    displayName,
    role,
    ...(onlyAgreementId !== undefined && { onlyAgreementId }),
    ...(viewedBy && { viewedBy }),
    emailAddress,
    ...(dismissed.length > 0 && { dismissedBanners: dismissed.map(({ bannerId }) => bannerId) }),
    memberships: tenants.flatMap(({ id, name }) =>
      actor.memberships
        .filter((membership) => membership.tenantId === id)
        .map((membership) => ({ ...membership, tenantName: name })),
    ),
  };
}
