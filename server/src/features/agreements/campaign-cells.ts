import { flowNumberPrefixes } from '@kerb/domain/agreements/flow-number.ts';
import { depositStatusOffset, upfrontStatusKeys } from '@kerb/domain/reports/campaign-columns.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { paymentStates } from '@kerb/domain/vocabulary/payment-state.ts';
import { fundsPurposes } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { sql } from 'kysely';

const prefixes = sql.join(
  fundsPurposes.map((purpose) => sql`when ${sql.lit(purpose)} then ${sql.lit(flowNumberPrefixes[purpose])}`),
  sql` `,
);

const paymentState = sql`(select b.payment_state from campaign_books b where b.agreement_id = a.id)`;
const upfrontKeys = sql.join(
  paymentStates.map((state) => sql`when ${sql.lit(state)} then ${sql.lit(upfrontStatusKeys[state])}`),
  sql` `,
);

/** The key of the status word. Deposits have their own words at an offset; paid upfront, it depends on the payment. */
const statusKey = sql`case
  when a.status = ${sql.lit(statusRank('approved'))} and a.finance_option_code = 'pn'
    then case ${paymentState} ${upfrontKeys} else ${sql.lit(upfrontStatusKeys.none)} end
  when a.campaign_budget_funds_purpose = 'deposit' then a.status + ${sql.lit(depositStatusOffset)}
  else a.status end`;

/** Columns that lists and reports share, of a campaign `a`, its organisation `t` and its agent `g`. */
export const campaignCells = (country: Deps['country']) => ({
  flowNumber: sql<string>`(case a.campaign_budget_funds_purpose ${prefixes} end || ${sql.lit(country.code)} || a.id)`,
  organisation: sql`t.name`,
  campaign: sql`a.name`,
  status: statusKey,
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
