import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { LiveReader } from '@kerb/domain/live/live-events.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { sql } from 'kysely';

export type FollowedCampaign = { id: number; tenantId: number; version: number };

/** The campaign, or a 404 if the caller cannot see it. Reads one row: an open stream asks again and again. */
export async function campaignOf(db: Database, scope: AccessScope, id: number): Promise<FollowedCampaign> {
  const { rows } = await sql<FollowedCampaign>`
    select a.id, a.tenant_id, a.version from agreements a where a.id = ${id} and ${inScope(scope)}`.execute(db);
  const [campaign] = rows;
  if (!campaign) throw notFound('campaign');
  return campaign;
}

export const readerOf = ({ actor }: AccessScope, campaign: FollowedCampaign): LiveReader => ({
  actor,
  standing: standingTowards(actor, campaign),
});
