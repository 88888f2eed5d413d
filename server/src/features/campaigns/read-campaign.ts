import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { wayOfPaying } from '@kerb/domain/agreements/badges.ts';
import { seesTeamRecord } from '@kerb/domain/agreements/save.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { ApplicationStatus } from '@kerb/domain/options/applications.ts';
import { campaignStatusWhile } from '@kerb/domain/options/campaign-status.ts';
import type { Campaign } from '@kerb/domain/options/campaigns.contract.ts';
import type { FinancedOption } from '@kerb/domain/vocabulary/value-lists.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { type AgreementRecord, campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

type Around = {
  application: { status: ApplicationStatus; optionCode: FinancedOption; amount: string } | null;
  sentTo: number[];
};

/** The application of the chosen option and the payers whom it was sent to, sorted by name, in one statement. */
async function around(db: Database, { id, financeOptionCode }: AgreementRecord): Promise<Around> {
  const { rows } = await sql<Around>`
    select (
      select json_build_object('status', f.status, 'optionCode', f.option_code, 'amount', f.amount::text)
      from finance_applications f
      where f.agreement_id = ${id} and f.status <> 'cancelled' and f.option_code = ${financeOptionCode}
      order by f.id limit 1) as application, (
      select coalesce(json_agg(p.id order by lower(p.first_name), lower(p.surname), p.id), '[]')
      from signatories p where p.agreement_id = ${id} and p.sent_date is not null) as sent_to`.execute(db);
  return must(rows[0], `application and payers of campaign ${id}`);
}

const applicationView = ({ application }: Around): Campaign['financeApplication'] =>
  application && {
    status: application.status,
    financeOptionCode: application.optionCode,
    amount: centsFromDecimal(application.amount),
  };

/** The ids of the other payers are not for a payer. */
const sentToView = (scope: AccessScope, agreement: AgreementRecord, { sentTo }: Around) =>
  seesTeamRecord(standingTowards(scope.actor, agreement)) ? { vendorsSentTo: sentTo } : {};

/** A campaign in the second model, with its version for the ETag. */
export async function readCampaign(db: Database, scope: AccessScope, id: number) {
  const agreement = await campaignInScope(db, scope, id);
  const more = await around(db, agreement);
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
      ...sentToView(scope, agreement, more),
    },
    financeApplication: applicationView(more),
  };
  return { value, version: agreement.version };
}
