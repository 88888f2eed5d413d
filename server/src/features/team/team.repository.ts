import { displayName } from '@kerb/domain/people/names.ts';
import type { Member } from '@kerb/domain/team/team.contract.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

type MemberRow = Omit<Member, 'href' | 'displayName' | 'user' | 'tenant'> & {
  tenantId: number;
  firstName: string;
  surname: string;
};

const memberView = ({ tenantId, firstName, surname, ...row }: MemberRow): Member => ({
  ...row,
  href: `/v1/tenants/${tenantId}/users/${row.userId}`,
  user: row.userId,
  tenant: tenantId,
  displayName: displayName({ firstName, surname }),
});

/** The team, by name. Disabled people are no longer part of it. */
export async function membersOf(db: Database | Tx, tenantId: number, userId?: number): Promise<Member[]> {
  const rows = await db
    .selectFrom('tenantUsers as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select([
      'm.tenantId',
      'm.userId',
      'm.tenantUserType',
      'm.receivesAllAgentNotices',
      'm.receivesBillingEmailNotices',
    ])
    .select(['u.firstName', 'u.surname', 'u.emailAddress'])
    .where('m.tenantId', '=', tenantId)
    .where('u.disabledDate', 'is', null)
    .$if(userId !== undefined, (query) => query.where('m.userId', '=', userId!))
    .orderBy(sql`lower(u.first_name), lower(u.surname), u.id`)
    .execute();
  return rows.map(memberView);
}
