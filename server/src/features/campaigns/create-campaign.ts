import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { realActorOf } from '@kerb/domain/access/actor.ts';
import { decideClient } from '@kerb/domain/access/scope-permissions.ts';
import type { newAgreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { campaignDefaults } from '@kerb/domain/agreements/campaign-defaults.ts';
import { agentOfNewCampaign, decideNewCampaign } from '@kerb/domain/agreements/new-campaign.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { noExternal } from '@kerb/domain/wire/external-refs.ts';
import { insertAgreement, lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { saveExternal } from '@kerb/server/features/agreements/external-refs.ts';
import { giveOptions } from '@kerb/server/features/options/give-options.ts';
import { addPayersTo } from '@kerb/server/features/payers/add-payer.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { mustAllow, mustBePermitted, notFound } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type * as z from 'zod/mini';

type NewAgreement = z.output<typeof newAgreement>;

async function tenantInScope(work: Work, { everything, tenantIds, ownTenantIds }: AccessScope, tenantId: number) {
  const isMine = everything || tenantIds.includes(tenantId) || ownTenantIds.includes(tenantId);
  const tenant = isMine
    ? await work.tx.selectFrom('tenants').selectAll().where('id', '=', tenantId).executeTakeFirst()
    : undefined;
  if (!tenant || tenant.id === platformTenantId) throw notFound('organisation');
  return tenant;
}

/** Until a property gives its address, a campaign is named after its payers. */
const initialTitle = ({ vendors = [] }: NewAgreement) =>
  vendors.map(displayName).join(' & ').slice(0, 200) || 'New campaign';

/** Creates a campaign with its payers in one transaction. If a payer is refused, no campaign is stored. */
export async function createCampaign(work: Work, scope: AccessScope, body: NewAgreement): Promise<number> {
  // A program that may create campaigns may not also add payers.
  if (body.vendors?.length) mustBePermitted(decideClient(scope.actor, { method: 'POST', permission: 'payer.add' }));
  const tenant = await tenantInScope(work, scope, body.tenant);
  mustAllow(decideNewCampaign(body, tenant));
  const id = await insertAgreement(work.tx, {
    tenantId: tenant.id,
    createdByUserId: realActorOf(scope.actor).userId,
    createdDate: work.now,
    status: 'draft',
    statusLastUpdate: work.now,
    name: initialTitle(body),
    campaignBudget: body.campaignBudget,
    campaignPlannedStartDate: body.campaignPlannedStartDate,
    campaignBudgetFundsPurpose: body.campaignBudgetFundsPurpose,
    agentUser: agentOfNewCampaign(scope.actor, tenant.id),
    ...campaignDefaults(tenant),
  });
  await work.tx.updateTable('tenants').set({ lastAgreementCreateDate: work.now }).where('id', '=', tenant.id).execute();
  const { tenant: _, vendors: __, externalRef, metadata, ...data } = body;
  const target = { kind: 'campaign', id, tenantId: tenant.id, current: noExternal } as const;
  const external = await saveExternal(work, scope, target, { externalRef, metadata });
  await record(work, {
    activityCode: 'campaign_create',
    agreementId: id,
    tenantId: tenant.id,
    data: { ...data, ...external },
  });

  const agreement = await lockCampaign(work.tx, scope, id);
  await giveOptions(work, agreement);
  await addPayersTo(work, scope, agreement, body.vendors ?? [], (place) => `vendors.${place}.`);
  return id;
}
