import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { SimilarCampaign } from '@kerb/domain/properties/properties.contract.ts';
import {
  type AgreementStatus,
  agreementStatuses,
  statusOfRank,
  statusRank,
} from '@kerb/domain/vocabulary/agreement-status.ts';
import { campaignInScope, inScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

const over: readonly AgreementStatus[] = ['complete', 'withdrawn', 'cancelled', 'rejected'];
const inProgress = agreementStatuses.filter((status) => !over.includes(status)).map(statusRank);
const mostSimilar = 20;

type Row = { id: number; name: string; status: number; tenantId: number };

/** Campaigns of the same organisation for the same address, in any notation, newest first. */
export async function findSimilar(
  db: Database,
  scope: AccessScope,
  { id, address }: { id: number; address?: string | undefined },
): Promise<SimilarCampaign[]> {
  const agreement = await campaignInScope(db, scope, id);
  const key = address
    ? sql`address_key(${address})`
    : sql`(select own.address_key from properties own where own.id = ${agreement.propertyId})`;
  const { rows } = await sql<Row>`
    select a.id, a.name, a.status, a.tenant_id
    from properties p join agreements a on a.property_id = p.id
    where p.address_key = ${key} and a.tenant_id = ${agreement.tenantId} and a.id <> ${id}
      and a.status = any(${inProgress}::smallint[]) and ${inScope(scope)}
    order by a.id desc limit ${mostSimilar}`.execute(db);
  return rows.map(({ tenantId, status, ...row }) => ({
    ...row,
    href: `/v1/agreements/${row.id}`,
    status: statusOfRank(status),
    tenant: tenantId,
  }));
}
