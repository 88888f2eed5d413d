import type { Actor } from '@kerb/domain/access/actor.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { Session } from '@kerb/domain/session/session.contract.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

type Who = Pick<Session, 'userId' | 'signatoryId' | 'emailAddress'>;
type Around = {
  tenants: { id: number; name: string }[];
  dismissed: NonNullable<Session['dismissedBanners']>;
  /** Null for a payer who came by a Payment URL, and `payer` is null for everybody else. */
  accountAddress: string | null;
  payer: { signatoryId: number; emailAddress: string } | null;
};

/**
 * Whether the session names the account. For a payer who came by a Payment URL it has only their own record: an
 * organisation can add any e-mail address as a payer's and open the link, and must not learn whose account that is.
 */
const namesAccount = ({ onlyAgreementId, viewedBy }: Actor): boolean => onlyAgreementId === undefined || !!viewedBy;

/** Everything about a session that the actor does not have, in one statement. */
async function around(db: Database, actor: Actor): Promise<Around> {
  const { userId, memberships, onlyAgreementId, signIn } = actor;
  const tenantIds = memberships.map(({ tenantId }) => tenantId);
  const isMeant = signIn?.signatoryId === undefined ? sql`true` : sql`p.id = ${signIn.signatoryId}`;
  const account = sql`select u.email_address from users u where u.id = ${userId}`;
  const payer = sql`
    select json_build_object('signatoryId', p.id, 'emailAddress', p.email_address) from signatories p
    where p.agreement_id = ${onlyAgreementId} and p.user_id = ${userId} and ${isMeant} order by p.id limit 1`;
  const isAccount = namesAccount(actor);
  const { rows } = await sql<Around>`
    select (
      select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name), '[]')
      from tenants t where t.id = any(${tenantIds}::bigint[])) as tenants, (
      select coalesce(json_agg(d.banner_id), '[]') from dismissed_banners d where d.user_id = ${userId}) as dismissed,
      ${isAccount ? sql`(${account})` : sql`null`} as account_address,
      ${isAccount ? sql`null::json` : sql`(${payer})`} as payer`.execute(db);
  return must(rows[0], 'row of a session');
}

function whoIs(actor: Actor, { accountAddress, payer }: Around): Who {
  const { userId, client } = actor;
  // The user of a program has no mailbox.
  if (client) return { userId, emailAddress: '' };
  if (!namesAccount(actor)) return must(payer, `payer of user ${userId}`);
  return { userId, emailAddress: must(accountAddress, `user ${userId}`) };
}

export async function readSession(db: Database, actor: Actor): Promise<Session> {
  const found = await around(db, actor);
  const { tenants, dismissed } = found;
  const { displayName, role, onlyAgreementId, viewedBy, signIn } = actor;
  return {
    ...whoIs(actor, found),
    displayName,
    role,
    ...(onlyAgreementId !== undefined && { onlyAgreementId }),
    ...(viewedBy && { viewedBy }),
    ...(signIn?.openedBy && { openedByName: signIn.openedBy.displayName }),
    ...(dismissed.length > 0 && { dismissedBanners: dismissed }),
    memberships: tenants.flatMap(({ id, name }) =>
      actor.memberships
        .filter((membership) => membership.tenantId === id)
        .map((membership) => ({ ...membership, tenantName: name })),
    ),
  };
}
