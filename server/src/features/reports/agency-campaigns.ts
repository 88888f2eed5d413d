import {
  campaignValues,
  isCustomer,
  lineOf,
  peopleOf,
  type ReportSource,
} from '@kerb/server/features/reports/report-source.ts';
import { sql } from 'kysely';

/** Every campaign, newest first. */
export const agencyCampaigns: ReportSource = ({ country }) => ({
  select: sql`
    select ${lineOf('agency-campaigns', {
      ...campaignValues(country),
      additional: sql`a.campaign_additional_amount`,
      borrowed: sql`a.campaign_borrowed_amount`,
      upfront: sql`a.campaign_upfront_amount`,
      serviceFee: sql`a.service_fee`,
      securityFee: sql`a.caveat_fee`,
      budgetOwnerFee: sql`a.budget_owner_fee`,
      interestRate: sql`a.interest_rate`,
      created: sql`a.created_date`,
      signed: sql`a.campaign_finance_signature_date`,
      drawdown: sql`a.campaign_finance_drawdown_date`,
      loanStart: sql`a.campaign_finance_loan_start_date`,
      loanEnd: sql`a.loan_end_date`,
      repaid: sql`a.campaign_finance_repaid_date`,
      soldPrice: sql`a.sold_price`,
      payers: sql`p.names`,
    })}
    from agreements a
    join tenants t on t.id = a.tenant_id
    left join users g on g.id = a.agent_user_id
    cross join lateral ${peopleOf(sql`s.first_name || ' ' || s.surname`)}
    where ${isCustomer(sql`a.tenant_id`)}
    order by a.id desc`,
  count: sql`select count(*) as count from agreement_listings where ${isCustomer(sql`tenant_id`)}`,
});
