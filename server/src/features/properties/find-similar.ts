import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { statusWord } from '@kerb/domain/agreements/badges.ts';
import type { SimilarCampaign } from '@kerb/domain/properties/properties.contract.ts';
import { statusOfRank, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { ended, notIn } from '@kerb/domain/vocabulary/status-groups.ts';
import { campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

const inProgress = notIn(ended).map(statusRank);
const mostSimilar = 20;

type Row = Parameters<typeof statusWord>[0] & { id: number; name: string; tenantId: number };

type Sought = {
  id: number;
  /** A whole address in one line. */
  address?: string | undefined;
  /** The same in its parts, which finds it also with or without its second and third line. */
  street?: string | undefined;
  address2?: string | undefined;
  address3?: string | undefined;
  city?: string | undefined;
  postalCode?: string | undefined;
};

/** The second and third line must not contradict each other: another flat is another property. */
const agree = (column: string) => {
  const [theirs, ours] = [`p.${column}`, `w.${column}`].map((name) => sql.raw(`coalesce(${name}, '')`));
  return sql`(${theirs} = '' or ${ours} = '' or address_key(${theirs}) = address_key(${ours}))`;
};
const sameStreet = sql`p.street_key = w.street_key and ${agree('address2')} and ${agree('address3')}`;

/** The address to compare with, as a row `w`, and what makes another address the same. */
function wantedAddress({ address, street, address2, address3, city, postalCode }: Sought, propertyId: number | null) {
  if (street && city) {
    const key = sql`address_key(${`${street} ${city} ${postalCode ?? ''}`})`;
    const lines = sql`${address2 ?? ''}::text as address2, ${address3 ?? ''}::text as address3`;
    return { row: sql`select ${key} as street_key, ${lines}`, isSame: sameStreet };
  }
  if (address) return { row: sql`select address_key(${address}) as key`, isSame: sql`p.address_key = w.key` };
  const own = sql`select street_key, address2, address3 from properties where id = ${propertyId}`;
  return { row: own, isSame: sameStreet };
}

/** Campaigns of the same organisation for the same address, in any notation, newest first. */
export async function findSimilar(db: Database, scope: AccessScope, sought: Sought): Promise<SimilarCampaign[]> {
  const agreement = await campaignInScope(db, scope, sought.id);
  const { row, isSame } = wantedAddress(sought, agreement.propertyId);
  const { rows } = await sql<Omit<Row, 'status'> & { status: number }>`
    select a.id, a.name, a.status, a.tenant_id, a.finance_option_code, a.campaign_budget_funds_purpose,
      coalesce((select b.payment_state from campaign_books b where b.agreement_id = a.id), 'none') as payment_state
    from (${row}) w join properties p on ${isSame} join agreements a on a.property_id = p.id
    where a.tenant_id = ${agreement.tenantId} and a.id <> ${sought.id}
      and a.status = any(${inProgress}::smallint[]) and ${inScope(scope)}
    order by a.id desc limit ${mostSimilar}`.execute(db);
  return rows.map((found) => {
    const status = statusOfRank(found.status);
    const { id, name, tenantId: tenant } = found;
    return {
      id,
      href: `/v1/agreements/${id}`,
      name,
      status,
      statusLabel: statusWord({ ...found, status }).text,
      tenant,
    };
  });
}
