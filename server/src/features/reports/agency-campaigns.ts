import { campaignValues, isCustomer, lineOf, type ReportSource } from '@kerb/server/features/reports/report-source.ts';
import { sql } from 'kysely';

/** Every campaign, newest first. */
export const agencyCampaigns: ReportSource = ({ country }) => ({
  select: sql`
    select ${lineOf('agency-campaigns', {
      ...campaignValues(country),
      purpose: sql`a.campaign_budget_funds_purpose`,
      additional: sql`a.campaign_additional_amount`,
      borrowed: sql`a.campaign_borrowed_amount`,
      upfront: sql`a.campaign_upfront_amount`,
      upfrontDate: sql`a.campaign_upfront_payment_date`,
      serviceFee: sql`a.service_fee`,
      securityFee: sql`a.caveat_fee`,
      budgetOwnerFee: sql`a.budget_owner_fee`,
      interestRate: sql`a.interest_rate`,
      created: sql`a.created_date`,
      submitted: sql`a.application_submit_date`,
      approved: sql`a.application_approved_date`,
      signed: sql`a.campaign_finance_signature_date`,
      drawdown: sql`a.campaign_finance_drawdown_date`,
      loanStart: sql`a.campaign_finance_loan_start_date`,
      loanEnd: sql`a.loan_end_date`,
      repaid: sql`a.campaign_finance_repaid_date`,
      auction: sql`a.auction_date`,
      settlement: sql`a.property_settlement_date`,
      withdrawn: sql`a.property_withdrawn_from_sale_date`,
      soldPrice: sql`a.sold_price`,
      payers: sql`p.names`,
      actionSuggested: sql`a.action_suggested`,
    })}
    from agreements a
    join tenants t on t.id = a.tenant_id
    left join users g on g.id = a.agent_user_id
    cross join lateral (
      select string_agg(s.first_name || ' ' || s.surname, '; ' order by s.id) as names
      from signatories s where s.agreement_id = a.id) p
    where ${isCustomer(sql`a.tenant_id`)}
    order by a.id desc`,
  count: sql`select count(*) as count from agreement_listings where ${isCustomer(sql`tenant_id`)}`,
});
