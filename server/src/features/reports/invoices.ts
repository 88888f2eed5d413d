import { campaignValues, isCustomer, lineOf, type ReportSource } from '@kerb/server/features/reports/report-source.ts';
import { sql } from 'kysely';

/** Every invoice, newest first. */
export const invoices: ReportSource = ({ country }) => {
  const { flowNumber, organisation, campaign } = campaignValues(country);
  return {
    select: sql`
      select ${lineOf('invoices', {
        number: sql`i.id`,
        flowNumber,
        organisation,
        campaign,
        type: sql`i.type`,
        status: sql`i.status`,
        issued: sql`i.issue_date`,
        due: sql`i.due_date`,
        voided: sql`i.void_date`,
        amount: sql`i.amount`,
        paid: sql`i.paid_amount`,
        // As `unpaidAmount` says: a draft and a voided invoice ask for nothing.
        unpaid: sql`case when i.status in ('issued', 'paid') then i.amount - i.paid_amount else 0.00 end`,
      })}
      from invoices i
      join agreements a on a.id = i.agreement_id
      join tenants t on t.id = a.tenant_id
      where ${isCustomer(sql`a.tenant_id`)}
      order by i.id desc`,
    count: sql`
      select count(*) as count from invoices i join agreement_listings l on l.id = i.agreement_id
      where ${isCustomer(sql`l.tenant_id`)}`,
  };
};
