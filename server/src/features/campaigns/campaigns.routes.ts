import { agreementEndpoints } from '@kerb/domain/agreements/agreements.contract.ts';
import { campaignEndpoints } from '@kerb/domain/options/campaigns.contract.ts';
import { answerCampaign } from '@kerb/server/features/agreements/answer-campaign.ts';
import { bulkRoutes } from '@kerb/server/features/campaigns/bulk.routes.ts';
import { createCampaign } from '@kerb/server/features/campaigns/create-campaign.ts';
import { readCampaign } from '@kerb/server/features/campaigns/read-campaign.ts';
import { saveCampaign } from '@kerb/server/features/campaigns/save-campaign.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

/** The campaign endpoints that also read or change its payers, property or options. */
export function campaignRoutes(app: App, deps: Deps): void {
  bulkRoutes(app, deps);
  mount(app, campaignEndpoints.get, ({ scope, params }) => readCampaign(deps.db, scope, params.id));

  mount(app, agreementEndpoints.create, ({ scope, by, body }) =>
    inTransaction(deps, by, async (work) =>
      answerCampaign(deps, work.tx, scope, await createCampaign(work, scope, body)),
    ),
  );

  mount(app, agreementEndpoints.save, ({ scope, by, params, body, ifMatch }) =>
    inTransaction(deps, by, async (work) => {
      await saveCampaign(work, scope, { id: params.id, sent: body, ifMatch });
      return answerCampaign(deps, work.tx, scope, params.id);
    }),
  );
}
