import type { Sight } from '@kerb/domain/access/sight.ts';
import { agreementEndpoints } from '@kerb/domain/agreements/agreements.contract.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { viewOf } from '@kerb/server/features/agreements/agreement-view.ts';
import { findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeStatus } from '@kerb/server/features/agreements/change-status.ts';
import { createAgreement } from '@kerb/server/features/agreements/create-agreement.ts';
import { exportAgreements, wantsCsv } from '@kerb/server/features/agreements/export-agreements.ts';
import { giveConsent } from '@kerb/server/features/agreements/give-consent.ts';
import { listAgreements } from '@kerb/server/features/agreements/list-agreements.ts';
import { saveAgreement } from '@kerb/server/features/agreements/save-agreement.ts';
import { countOf, readTallies } from '@kerb/server/features/agreements/tallies.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { notFound } from '@kerb/server/platform/http/problem.ts';
import { inTransaction, type Work } from '@kerb/server/platform/work.ts';

export function agreementRoutes(app: App, deps: Deps): void {
  const answer = async (db: Deps['db'] | Work['tx'], sight: Sight, id: number) => {
    const record = await findAgreement(db, sight, id);
    if (!record) throw notFound('campaign');
    return { value: viewOf(deps, record, sight.actor), version: record.version };
  };

  mount(app, agreementEndpoints.list, ({ sight, query, request, reply }) =>
    wantsCsv(request) ? exportAgreements(deps, { sight, query, reply }) : listAgreements(deps.db, sight, query),
  );

  mount(app, agreementEndpoints.volumes, async () => {
    const tallies = await readTallies(deps.db, null);
    return {
      items: agreementStatuses.map((status) => ({ status, campaigns: countOf(tallies, { status: [status] }) })),
    };
  });

  mount(app, agreementEndpoints.get, ({ sight, params }) => answer(deps.db, sight, params.id));

  mount(app, agreementEndpoints.create, ({ sight, by, body }) =>
    inTransaction(deps, by, async (work) => answer(work.tx, sight, await createAgreement(work, sight, body))),
  );

  mount(app, agreementEndpoints.save, ({ sight, by, params, body, ifMatch }) =>
    inTransaction(deps, by, async (work) => {
      await saveAgreement(work, sight, { id: params.id, sent: body, ifMatch });
      return answer(work.tx, sight, params.id);
    }),
  );

  mount(app, agreementEndpoints.consent, ({ sight, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await giveConsent(work, sight, { id: params.id, ...body });
      return answer(work.tx, sight, params.id);
    }),
  );

  mount(app, agreementEndpoints.setStatus, ({ sight, by, params, body, ifMatch }) =>
    inTransaction(deps, by, async (work) => {
      await changeStatus(work, sight, { id: params.id, ...body, ifMatch });
      const { value, version } = await answer(work.tx, sight, params.id);
      return { value: { status: value.status, vendorUrl: value.vendorUrl ?? null }, version };
    }),
  );
}
