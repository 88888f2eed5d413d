import { agreementEndpoints } from '@kerb/domain/agreements/agreements.contract.ts';
import { fullListEndpoints } from '@kerb/domain/agreements/full-list.contract.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { isSync } from '@kerb/domain/wire/sync.ts';
import { answerCampaign } from '@kerb/server/features/agreements/answer-campaign.ts';
import { changeStatus, versionOnArrival } from '@kerb/server/features/agreements/change-status.ts';
import { giveConsent } from '@kerb/server/features/agreements/give-consent.ts';
import { exportAgreements, wantsCsv } from '@kerb/server/features/agreements/list/export-agreements.ts';
import { listAgreements, listChangedAgreements } from '@kerb/server/features/agreements/list/list-agreements.ts';
import { countOf, readTallies } from '@kerb/server/features/agreements/list/tallies.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function agreementRoutes(app: App, deps: Deps): void {
  mount(app, fullListEndpoints.list, ({ scope, query, request, reply }) => {
    if (wantsCsv(request)) return exportAgreements(deps, { scope, query, reply });
    if (isSync(query)) return listChangedAgreements(deps.db, scope, query);
    const isLarge = scope.everything || query.textQuery !== undefined;
    return isLarge
      ? deps.reader.read(({ db }) => listAgreements(db, scope, query))
      : listAgreements(deps.db, scope, query);
  });

  mount(app, fullListEndpoints.volumes, async () => {
    const tallies = await readTallies(deps.db, null);
    return {
      items: agreementStatuses.map((status) => ({ status, campaigns: countOf(tallies, { status: [status] }) })),
    };
  });

  mount(app, agreementEndpoints.get, ({ scope, params }) => answerCampaign(deps, deps.db, scope, params.id));

  mount(app, agreementEndpoints.consent, ({ scope, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await giveConsent(work, scope, { id: params.id, ...body });
      return answerCampaign(deps, work.tx, scope, params.id);
    }),
  );

  mount(app, agreementEndpoints.setStatus, async ({ scope, by, params, body, ifMatch }) => {
    const arrivedAt = ifMatch === null ? await versionOnArrival(deps.db, params.id) : null;
    return inTransaction(deps, by, async (work) => {
      await changeStatus(work, scope, { id: params.id, ...body, ifMatch, arrivedAt });
      const { value, version } = await answerCampaign(deps, work.tx, scope, params.id);
      return { value: { status: value.status, vendorUrl: value.vendorUrl ?? null }, version };
    });
  });
}
