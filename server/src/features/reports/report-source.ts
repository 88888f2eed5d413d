import { agreementStatuses } from '@kerb/domain/agreements/agreement-status.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { reportColumns } from '@kerb/domain/reports/report-columns.ts';
import type { ReportName } from '@kerb/domain/reports/reports.ts';
import { type CellValues, csvLine } from '@kerb/server/platform/csv/cells.ts';
import type { CsvFile } from '@kerb/server/platform/csv/stream-csv.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type RawBuilder, sql } from 'kysely';

/** Where a report's records come from. Every report reads on and on: nothing in it may grow with what came before. */
export type ReportSource = (deps: Pick<Deps, 'country' | 'clock'>) => Pick<CsvFile, 'select' | 'count'>;

/** The report's columns as one text a record. The organisation is `t`, and its days are those of its time zone. */
export function lineOf<Name extends ReportName>(
  name: Name,
  values: CellValues<(typeof reportColumns)[Name]>,
): RawBuilder<{ line: string }> {
  return sql<{ line: string }>`${csvLine(reportColumns[name], values, sql`t.default_time_zone`)} as line`;
}

/** The platform's own organisation is in no report. */
export const isCustomer = (tenantId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${tenantId} <> ${sql.lit(platformTenantId)}`;

/** Columns of a campaign `a` that several reports have. */
export const campaignValues = (country: Deps['country']) => ({
  flowNumber: sql`(case a.campaign_budget_funds_purpose when 'deposit' then 'D' else '' end
    || ${sql.lit(country.code)} || a.id)`,
  organisation: sql`t.name`,
  campaign: sql`a.name`,
  // As the words for a status are kept by: a deposit waits for somebody else than a sale does.
  status: sql`a.status
    + case a.campaign_budget_funds_purpose when 'deposit' then ${sql.lit(agreementStatuses.length)} else 0 end`,
  statusDate: sql`a.status_last_update`,
  option: sql`a.finance_option_code`,
  budget: sql`a.campaign_budget`,
  fundingRequest: sql`a.campaign_planned_start_date`,
  sent: sql`a.sent_date`,
  agent: sql`(g.first_name || ' ' || g.surname)`,
  agentEmail: sql`g.email_address`,
});
