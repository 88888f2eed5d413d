import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { ContactDetail } from '@kerb/domain/people/contact-details.contract.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { type RawBuilder, sql } from 'kysely';

export type ContactRecord = Omit<ContactDetail, 'href' | 'user' | 'tenant'> & {
  userId: number | null;
  tenantId: number | null;
};

const columns = sql`c.id, c.type, c.is_primary, c.name, c.attention, c.address, c.address2, c.address3, c.city, c.state,
  c.country, c.postal_code, c.phone, c.mobile_phone, c.last_update_date, c.confirmation_date, c.delete_date,
  c.user_id, c.tenant_id`;

/**
 * The user's own details; an admin sees everyone's. A payer with a Payment URL has access to a campaign, not to an
 * account.
 */
function inScope({ everything, actor }: AccessScope): RawBuilder<boolean> {
  if (everything) return sql`true`;
  return actor.onlyAgreementId === undefined ? sql`c.user_id = ${actor.userId}` : sql`false`;
}

export const contactView = ({ userId, tenantId, ...row }: ContactRecord): ContactDetail => ({
  ...row,
  href: `/v1/contact-details/${row.id}`,
  user: userId,
  tenant: tenantId,
});

type Whose = { userId?: number | undefined; tenantId?: number | undefined };

export async function listContacts(
  db: Database,
  scope: AccessScope,
  { userId, tenantId }: Whose,
): Promise<ContactRecord[]> {
  const ofUser = userId ?? (tenantId === undefined ? scope.actor.userId : undefined);
  const { rows } = await sql<ContactRecord>`
    select ${columns} from contact_details c
    where ${inScope(scope)} and c.delete_date is null
      ${ofUser === undefined ? sql`` : sql`and c.user_id = ${ofUser}`}
      ${tenantId === undefined ? sql`` : sql`and c.tenant_id = ${tenantId}`}
    order by c.is_primary desc, c.id`.execute(db);
  return rows;
}

export async function contactInScope(db: Database | Tx, scope: AccessScope, id: number): Promise<ContactRecord> {
  const { rows } = await sql<ContactRecord>`
    select ${columns} from contact_details c where c.id = ${id} and ${inScope(scope)}`.execute(db);
  if (!rows[0]) throw notFound('contact detail');
  return rows[0];
}
