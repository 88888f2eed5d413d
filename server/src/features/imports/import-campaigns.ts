import { type AccessScope, accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { Permission } from '@kerb/domain/access/permissions.ts';
import { campaignImportFields } from '@kerb/domain/imports/campaign-import.ts';
import { mostCampaignsAtOnce } from '@kerb/domain/imports/import-limits.ts';
import type { ImportDetails } from '@kerb/domain/imports/imports.contract.ts';
import { decideUndoCampaign } from '@kerb/domain/imports/undo-rules.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeStatus } from '@kerb/server/features/agreements/change-status.ts';
import { createCampaign } from '@kerb/server/features/campaigns/create-campaign.ts';
import { saveCampaign } from '@kerb/server/features/campaigns/save-campaign.ts';
import { byPayer, type CheckedCampaign, checkCampaigns } from '@kerb/server/features/imports/check-campaigns.ts';
import type { CreatedRow } from '@kerb/server/features/imports/imports.repository.ts';
import { type AskedImport, runImport, runUndo } from '@kerb/server/features/imports/run-import.ts';
import { tenantInScope } from '@kerb/server/features/organisations/organisations.repository.ts';
import { addProperty } from '@kerb/server/features/properties/add-property.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { notPermitted } from '@kerb/server/platform/problems/problem.ts';
import type { Answering, Work } from '@kerb/server/platform/work.ts';

/** The scope of the single action, so that an import reaches no campaign that the single action does not. */
function scopeOf({ actor }: AccessScope, permission: Permission): AccessScope {
  const scope = accessScopeOf(actor, permission);
  if (!scope) throw notPermitted();
  return scope;
}

/** Imports of one organisation run one after the other, so that the second finds what the first created. */
const hold = async ({ tx }: Work, tenantId: number): Promise<void> => {
  await tx.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate().execute();
};

async function create(work: Work, asking: AccessScope, { line, campaign, property }: CheckedCampaign): Promise<number> {
  const id = await createCampaign(
    work,
    scopeOf(asking, 'agreement.create'),
    must(campaign, `campaign of line ${line}`),
  );
  if (property) await addProperty(work, scopeOf(asking, 'property.add'), { id, added: property });
  return id;
}

/** Creates the campaigns of the chosen rows by the rules of a single campaign. They are drafts: nothing is sent. */
export async function importCampaigns(
  deps: Deps,
  scope: AccessScope,
  by: Answering<ImportDetails>,
  asked: AskedImport,
) {
  const { tenantId } = asked;
  const { country } = deps;
  const tenant = await tenantInScope(deps.db, scope, tenantId);
  return runImport(deps, by, asked, {
    kind: 'campaigns',
    fields: campaignImportFields(country.address),
    most: mostCampaignsAtOnce,
    description: 'Campaigns imported',
    check: (db, rows) => checkCampaigns(db, { tenant, scope, country }, rows),
    limit: () => Promise.resolve(),
    hold: (work) => hold(work, tenantId),
    order: byPayer,
    create: (work, row) => create(work, scope, row),
    created: 'Created',
  });
}

/** Whether somebody has changed the campaign after its import. Each change of a person has an entry in the log. */
async function isTouched({ tx }: Work, agreementId: number, importedDate: Moment): Promise<boolean> {
  const entry = await tx
    .selectFrom('logEntries')
    .select('id')
    .where('targetAgreementId', '=', agreementId)
    .where('date', '>', importedDate)
    .where('userId', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

async function undoCampaign(
  work: Work,
  asking: AccessScope,
  { recordId }: CreatedRow,
  importedDate: Moment,
): Promise<Decision<string>> {
  const scope = scopeOf(asking, 'agreement.set-status');
  const found = recordId === null ? null : await lockAgreement(work.tx, scope, recordId);
  const decision = decideUndoCampaign(
    found && { status: found.status, isTouched: await isTouched(work, found.id, importedDate) },
  );
  if (!decision.ok) return decision;
  const { id, externalRef } = must(found, 'campaign of an import');
  // The same file can then be imported again.
  if (externalRef !== null) {
    await saveCampaign(work, scopeOf(asking, 'agreement.change'), { id, sent: { externalRef: null }, ifMatch: null });
  }
  await changeStatus(work, scope, { id, status: 'cancelled', ifMatch: null });
  return allow('Campaign cancelled');
}

type Named = { tenantId: number; importId: number };

/** Cancels the drafts that nobody has touched since the import. */
export async function undoCampaignImport(work: Work, scope: AccessScope, named: Named): Promise<ImportDetails> {
  await tenantInScope(work.tx, scope, named.tenantId);
  return runUndo(work, named, {
    kind: 'campaigns',
    description: 'Import of campaigns undone',
    hold: () => hold(work, named.tenantId),
    undo: (_, row, importedDate) => undoCampaign(work, scope, row, importedDate),
  });
}
