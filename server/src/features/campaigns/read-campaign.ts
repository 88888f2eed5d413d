import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { wayOfPaying } from '@kerb/domain/agreements/badges.ts';
import { seesTeamRecord } from '@kerb/domain/agreements/save.ts';
import { campaignStatusWhile } from '@kerb/domain/options/campaign-status.ts';
import type { Campaign } from '@kerb/domain/options/campaigns.contract.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { type AgreementRecord, campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import { applicationsOf } from '@kerb/server/features/options/applications.repository.ts';
import { payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';

async function applicationOf(db: Database, { id, financeOptionCode }: AgreementRecord) {
  const own = (await applicationsOf(db, id)).find(
    ({ status, optionCode }) => status !== 'cancelled' && optionCode === financeOptionCode,
  );
  return own ? { status: own.status, financeOptionCode: own.optionCode, amount: own.amount } : null;
}

/** The ids of the other payers are not for a payer. */
async function sentTo(db: Database, scope: AccessScope, agreement: AgreementRecord) {
  if (!seesTeamRecord(standingTowards(scope.actor, agreement))) return {};
  const payers = await payersOf(db, agreement.id);
  return { vendorsSentTo: payers.filter(({ sentDate }) => sentDate !== null).map(({ id }) => id) };
}

/** A campaign in the second model, with its version for the ETag. */
export async function readCampaign(db: Database, scope: AccessScope, id: number) {
  const agreement = await campaignInScope(db, scope, id);
  const href = `/v2/campaigns/${id}`;
  const value: Campaign = {
    id,
    href,
    name: agreement.name,
    status: campaignStatusWhile[agreement.status],
    tenant: agreement.tenantId,
    property: agreement.propertyId,
    agreement: { href: `/v1/agreements/${id}` },
    vendors: { href: `${href}/vendors` },
    budget: {
      amount: agreement.campaignBudget,
      financeOptionCode: agreement.financeOptionCode,
      upfrontPaymentMethod: wayOfPaying(agreement),
      fundsPurpose: agreement.campaignBudgetFundsPurpose,
      plannedStartDate: agreement.campaignPlannedStartDate,
      ...(await sentTo(db, scope, agreement)),
    },
    financeApplication: await applicationOf(db, agreement),
  };
  return { value, version: agreement.version };
}
