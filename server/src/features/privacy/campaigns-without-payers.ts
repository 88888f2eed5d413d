import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import type { Decision } from '@kerb/domain/kernel/decision.ts';
import { endedRanks, retentionDate } from '@kerb/domain/payers/retention.ts';
import { type CampaignFacts, decideErasureOfCampaign } from '@kerb/domain/privacy/erasure.ts';
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
};

/** A campaign from which every payer was removed. The log still says about whom it was. */
export type PayerlessCampaign = Row & { flowNumber: string };

const selectCampaigns = (rest: RawBuilder<unknown>) => sql<Row>`
  select a.id, a.tenant_id, t.name as organisation, t.default_time_zone as time_zone, a.campaign_budget_funds_purpose,
    a.status as rank, coalesce(a.status_last_update, a.last_update_date) as status_last_update,
    exists (select from signatories p where p.agreement_id = a.id) as has_payers
  from agreements a join tenants t on t.id = a.tenant_id
  ${rest}`;

const named = (row: Row, country: CountryRules): PayerlessCampaign => ({
  ...row,
  flowNumber: flowNumber(row, country.code),
});

const factsOf = ({ rank, timeZone, statusLastUpdate, hasPayers }: PayerlessCampaign): CampaignFacts => ({
  status: statusOfRank(rank),
  statusDay: dayIn(timeZone, statusLastUpdate),
  hasPayers,
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

/** Ended campaigns whose payers were all removed and whose time is over, the oldest first. */
export async function dueCampaigns(
  db: Database | Tx,
  country: CountryRules,
  now: Moment,
  most: number,
): Promise<PayerlessCampaign[]> {
  // Written out, because the index has only ended campaigns.
  const hasEnded = sql.join(endedRanks.map((rank) => sql.lit(rank)));
  const years = sql`make_interval(years => ${sql.lit(country.retentionYears)})`;
  const { rows } = await selectCampaigns(sql`
    where a.status in (${hasEnded})
      and a.status_last_update < ${now}::timestamptz - ${years} + interval '1 day'
      and not exists (select from signatories p where p.agreement_id = a.id)
      and exists (
        select from log_entries l where l.target_agreement_id = a.id and l.activity_code = 'signatory_delete')
      and not exists (select from erasures e where e.agreement_id = a.id and e.refused_because is null)
    order by a.status_last_update, a.id limit ${most}`).execute(db);
  return rows.map((row) => named(row, country)).filter((campaign) => decideCampaign(campaign, country, now).ok);
}

export function dueCampaignView(campaign: PayerlessCampaign, country: CountryRules): DuePayer {
  const facts = factsOf(campaign);
  return {
    id: campaign.id,
    href: `/v1/agreements/${campaign.id}`,
    flowNumber: campaign.flowNumber,
    organisation: campaign.organisation,
    endedDay: facts.statusDay,
    keptUntil: retentionDate(facts, country) ?? facts.statusDay,
  };
}
