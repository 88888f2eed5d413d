import type { Actor } from '@kerb/domain/access/actor.ts';
import type { Session } from '@kerb/domain/session/session.contract.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';

type Who = Pick<Session, 'userId' | 'signatoryId' | 'emailAddress'>;

/**
 * The account; for a payer who came by a Payment URL only their own record. An organisation can add any e-mail address
 * as a payer's and open the link: it must not learn whose account that is.
 */
async function whoIs(db: Database, { userId, onlyAgreementId, viewedBy, client, signIn }: Actor): Promise<Who> {
  // The user of a program has no mailbox.
  if (client) return { userId, emailAddress: '' };
  if (onlyAgreementId === undefined || viewedBy) {
    const account = db.selectFrom('users').select('emailAddress').where('id', '=', userId);
    return { userId, ...(await account.executeTakeFirstOrThrow()) };
  }
  return db
    .selectFrom('signatories')
    .select(['id as signatoryId', 'emailAddress'])
    .where('agreementId', '=', onlyAgreementId)
    .where('userId', '=', userId)
    .$if(signIn?.signatoryId !== undefined, (payers) => payers.where('id', '=', signIn?.signatoryId ?? 0))
    .executeTakeFirstOrThrow();
}

export async function readSession(db: Database, actor: Actor): Promise<Session> {
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
  const { displayName, role, onlyAgreementId, viewedBy, signIn } = actor;
  return {
    ...(await whoIs(db, actor)),
    displayName,
    role,
    ...(onlyAgreementId !== undefined && { onlyAgreementId }),
    ...(viewedBy && { viewedBy }),
    ...(signIn?.openedBy && { openedByName: signIn.openedBy.displayName }),
    ...(dismissed.length > 0 && { dismissedBanners: dismissed.map(({ bannerId }) => bannerId) }),
    memberships: tenants.flatMap(({ id, name }) =>
      actor.memberships
        .filter((membership) => membership.tenantId === id)
        .map((membership) => ({ ...membership, tenantName: name })),
    ),
  };
}
