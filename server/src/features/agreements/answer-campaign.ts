import type { Sight } from '@kerb/domain/access/sight.ts';
import { viewOf } from '@kerb/server/features/agreements/agreement-view.ts';
import { campaignInSight } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';

/** The campaign as the caller may see it, with its version for the ETag. */
export async function answerCampaign(deps: Deps, db: Database | Tx, sight: Sight, id: number) {
  const record = await campaignInSight(db, sight, id);
  return { value: viewOf(deps, record, sight.actor), version: record.version };
}
