import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import type { Decision } from '@kerb/domain/kernel/decision.ts';
import { endedRanks } from '@kerb/domain/payers/retention.ts';
import { type CampaignFacts, campaignKeptUntil, decideErasureOfCampaign } from '@kerb/domain/privacy/erasure.ts';
import type { DuePayer } from '@kerb/domain/privacy/privacy.contract.ts';
import { statusOfRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { type RawBuilder, sql } from 'kysely';

type Row = {
  id: number;
  tenantId: number;
  organisation: string;
  timeZone: string;
  campaignBudgetFundsPurpose: FundsPurpose;
  rank: number;
  statusLastUpdate: Moment;
  hasPayers: boolean;
  isKept: boolean;
};

/** A campaign from which every payer was removed. The log still says about whom it was. */
export type PayerlessCampaign = Row & { flowNumber: string };

/** The log says of each removal since it is noted whether the payer had applied or been identified. */
const removals = sql`
  select from log_entries l where l.target_agreement_id = a.id and l.activity_code = 'signatory_delete'`;
const isKept = sql`
  exists (${removals} and l.log_data ->> 'keptByLaw' is distinct from 'false')
  or exists (select from payments y where y.agreement_id = a.id and y.status <> 'declined')`;

const selectCampaigns = (rest: RawBuilder<unknown>) => sql<Row>`
  select a.id, a.tenant_id, t.name as organisation, t.default_time_zone as time_zone, a.campaign_budget_funds_purpose,
    a.status as rank, coalesce(a.status_last_update, a.last_update_date) as status_last_update,
    exists (select from signatories p where p.agreement_id = a.id) as has_payers, ${isKept} as is_kept
  from agreements a join tenants t on t.id = a.tenant_id
  ${rest}`;

const named = (row: Row, country: CountryRules): PayerlessCampaign => ({
  ...row,
  flowNumber: flowNumber(row, country.code),
});

const factsOf = (campaign: PayerlessCampaign): CampaignFacts => ({
  status: statusOfRank(campaign.rank),
  statusDay: dayIn(campaign.timeZone, campaign.statusLastUpdate),
  hasPayers: campaign.hasPayers,
  isKept: campaign.isKept,
});

/** Whether what is held about the removed payers of the campaign may be erased today. */
export const decideCampaign = (campaign: PayerlessCampaign, country: CountryRules, now: Moment): Decision<null> =>
  decideErasureOfCampaign(factsOf(campaign), country, dayIn(campaign.timeZone, now));

/** The campaign, or a 404. */
export async function payerlessById(db: Database | Tx, country: CountryRules, id: number): Promise<PayerlessCampaign> {
  const { rows } = await selectCampaigns(sql`where a.id = ${id}`).execute(db);
  if (!rows[0]) throw notFound('campaign');
  return named(rows[0], country);
}

/**
 * Ended campaigns whose payers were all removed: those whose time is over, and those of which the law keeps nothing.
 * The oldest first.
 */
export async function dueCampaigns(
  db: Database | Tx,
  country: CountryRules,
  now: Moment,
  most: number,
): Promise<PayerlessCampaign[]> {
  // Written out, because the index has only ended campaigns.
  const hasEnded = sql.join(endedRanks.map((rank) => sql.lit(rank)));
  const years = sql`make_interval(years => ${sql.lit(country.retentionYears)})`;
  const isOpen = sql`a.status in (${hasEnded})
    and not exists (select from signatories p where p.agreement_id = a.id)
    and not exists (select from erasures e where e.agreement_id = a.id and e.refused_because is null)`;
  const oldest = sql`order by a.status_last_update, a.id limit ${most}`;
  const { rows: over } = await selectCampaigns(sql`
    where ${isOpen} and a.status_last_update < ${now}::timestamptz - ${years} + interval '1 day'
      and exists (${removals}) ${oldest}`).execute(db);
  // Found by the removals, because their day does not matter.
  const { rows: free } = await selectCampaigns(sql`
    where a.id = any(array(
        select l.target_agreement_id from log_entries l
        where l.activity_code = 'signatory_delete' and l.log_data ->> 'keptByLaw' = 'false'))
      and ${isOpen} and not (${isKept}) ${oldest}`).execute(db);
  const found = new Map([...over, ...free].map((row) => [row.id, named(row, country)]));
  return [...found.values()].filter((campaign) => decideCampaign(campaign, country, now).ok).slice(0, most);
}

export function dueCampaignView(campaign: PayerlessCampaign, country: CountryRules): DuePayer {
  const facts = factsOf(campaign);
  return {
    id: campaign.id,
    href: `/v1/agreements/${campaign.id}`,
    flowNumber: campaign.flowNumber,
    organisation: campaign.organisation,
    endedDay: facts.statusDay,
    keptUntil: campaignKeptUntil(facts, country) ?? facts.statusDay,
  };
}
