import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { viewOf } from '@kerb/server/features/agreements/agreement-view.ts';
import { campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';

/** The campaign as the caller may see it, with its version for the ETag. */
export async function answerCampaign(deps: Deps, db: Database | Tx, scope: AccessScope, id: number) {
  const record = await campaignInScope(db, scope, id);
  return { value: viewOf(deps, record, scope.actor), version: record.version };
}
