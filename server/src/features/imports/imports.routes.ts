import { campaignImportFields } from '@kerb/domain/imports/campaign-import.ts';
import {
  campaignImportEndpoints,
  type ImportCheck,
  teamImportEndpoints,
} from '@kerb/domain/imports/imports.contract.ts';
import { teamImportFields } from '@kerb/domain/imports/team-import.ts';
import { checkCampaigns } from '@kerb/server/features/imports/check-campaigns.ts';
import { checkTeam } from '@kerb/server/features/imports/check-team.ts';
import { importCampaigns, undoCampaignImport } from '@kerb/server/features/imports/import-campaigns.ts';
import { type ReadFile, readFile } from '@kerb/server/features/imports/import-file.ts';
import { importTeam, undoTeamImport } from '@kerb/server/features/imports/import-team.ts';
import { listImports, readImport } from '@kerb/server/features/imports/imports.repository.ts';
import type { CheckedRow } from '@kerb/server/features/imports/run-import.ts';
import { tenantInScope } from '@kerb/server/features/organisations/organisations.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

const shown = ({ headers, mapping }: ReadFile, rows: readonly CheckedRow[]): ImportCheck => ({
  headers,
  mapping: { ...mapping },
  rows: rows.map(({ line, texts, errors }) => ({
    line,
    texts: { ...texts },
    errors: Object.fromEntries(Object.entries(errors).map(([field, all]) => [field, all[0]?.message ?? ''])),
  })),
});

function teamImportRoutes(app: App, deps: Deps): void {
  const { db, country } = deps;
  const [kind, fields] = ['team' as const, teamImportFields];

  mount(app, teamImportEndpoints.check, async ({ scope, params: { tenantId }, body }) => {
    await tenantInScope(db, scope, tenantId);
    const file = await readFile(db, { tenantId, kind, fields, ...body });
    return shown(file, await checkTeam(db, country, tenantId, file.rows));
  });

  mount(app, teamImportEndpoints.create, ({ scope, by, params, body }) =>
    importTeam(deps, scope, by, { ...params, ...body }),
  );

  mount(app, teamImportEndpoints.list, async ({ scope, params: { tenantId } }) => {
    await tenantInScope(db, scope, tenantId);
    return { items: await listImports(db, tenantId, kind) };
  });

  mount(app, teamImportEndpoints.get, async ({ scope, params }) => {
    await tenantInScope(db, scope, params.tenantId);
    return readImport(db, { ...params, kind });
  });

  mount(app, teamImportEndpoints.undo, ({ scope, by, params }) =>
    inTransaction(deps, by, (work) => undoTeamImport(work, scope, params)),
  );
}

function campaignImportRoutes(app: App, deps: Deps): void {
  const { db, country } = deps;
  const [kind, fields] = ['campaigns' as const, campaignImportFields(country.address)];

  mount(app, campaignImportEndpoints.check, async ({ scope, params: { tenantId }, body }) => {
    const tenant = await tenantInScope(db, scope, tenantId);
    const file = await readFile(db, { tenantId, kind, fields, ...body });
    return shown(file, await checkCampaigns(db, { tenant, scope, country }, file.rows));
  });

  mount(app, campaignImportEndpoints.create, ({ scope, by, params, body }) =>
    importCampaigns(deps, scope, by, { ...params, ...body }),
  );

  mount(app, campaignImportEndpoints.list, async ({ scope, params: { tenantId } }) => {
    await tenantInScope(db, scope, tenantId);
    return { items: await listImports(db, tenantId, kind) };
  });

  mount(app, campaignImportEndpoints.get, async ({ scope, params }) => {
    await tenantInScope(db, scope, params.tenantId);
    return readImport(db, { ...params, kind });
  });

  mount(app, campaignImportEndpoints.undo, ({ scope, by, params }) =>
    inTransaction(deps, by, (work) => undoCampaignImport(work, scope, params)),
  );
}

export function importRoutes(app: App, deps: Deps): void {
  teamImportRoutes(app, deps);
  campaignImportRoutes(app, deps);
}
