import { flowNumberPrefixes } from '@kerb/domain/agreements/flow-number.ts';
import { depositStatusOffset } from '@kerb/domain/reports/campaign-columns.ts';
import { fundsPurposes } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { sql } from 'kysely';

const prefixes = sql.join(
  fundsPurposes.map((purpose) => sql`when ${sql.lit(purpose)} then ${sql.lit(flowNumberPrefixes[purpose])}`),
  sql` `,
);

/** Columns that lists and reports share, of a campaign `a`, its organisation `t` and its agent `g`. */
export const campaignCells = (country: Deps['country']) => ({
  flowNumber: sql<string>`(case a.campaign_budget_funds_purpose ${prefixes} end || ${sql.lit(country.code)} || a.id)`,
  organisation: sql`t.name`,
  campaign: sql`a.name`,
  // The key of the status label: deposits have their own labels, at an offset.
  status: sql`a.status
    + case a.campaign_budget_funds_purpose when 'deposit' then ${sql.lit(depositStatusOffset)} else 0 end`,
  statusDate: sql`a.status_last_update`,
  purpose: sql`a.campaign_budget_funds_purpose`,
  option: sql`a.finance_option_code`,
  budget: sql`a.campaign_budget`,
  fundingRequest: sql`a.campaign_planned_start_date`,
  sent: sql`a.sent_date`,
  submitted: sql`a.application_submit_date`,
  approved: sql`a.application_approved_date`,
  auction: sql`a.auction_date`,
  settlement: sql`a.property_settlement_date`,
  withdrawn: sql`a.property_withdrawn_from_sale_date`,
  upfrontDate: sql`a.campaign_upfront_payment_date`,
  agent: sql`(g.first_name || ' ' || g.surname)`,
  agentEmail: sql`g.email_address`,
  actionSuggested: sql`a.action_suggested`,
});
