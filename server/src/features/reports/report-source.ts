import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { reportColumns } from '@kerb/domain/reports/report-columns.ts';
import type { ReportName } from '@kerb/domain/reports/reports.ts';
import { campaignCells } from '@kerb/server/features/agreements/campaign-cells.ts';
import { type CellValues, csvLine } from '@kerb/server/platform/csv/cells.ts';
import type { CsvFile } from '@kerb/server/platform/csv/stream-csv.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type RawBuilder, sql } from 'kysely';

/** The source of a report's records. Reports are streamed: memory must not grow with the number of records. */
export type ReportSource = (deps: Pick<Deps, 'country' | 'clock'>) => Pick<CsvFile, 'select' | 'count'>;

/** The report's columns as one line of text for each record. The organisation is `t`, and days are in its time zone. */
export function lineOf<Name extends ReportName>(
  name: Name,
  values: CellValues<(typeof reportColumns)[Name]>,
): RawBuilder<{ line: string }> {
  return sql<{ line: string }>`${csvLine(reportColumns[name], values, sql`t.default_time_zone`)} as line`;
}

/** Excludes the platform's own organisation from every report. */
export const isCustomer = (tenantId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${tenantId} <> ${sql.lit(platformTenantId)}`;

/** A campaign's columns, including the people from `peopleOf`. */
export const campaignValues = (country: Deps['country']) => ({ ...campaignCells(country), agent: sql`p.agent` });

/** The people of a campaign `a`, joined once: its payers as `p.names`, and the name of its agent `g`. */
export const peopleOf = (
  payer: RawBuilder<unknown>,
  which: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`
  (select string_agg(${payer}, '; ' order by s.id) as names, g.first_name || ' ' || g.surname as agent
  from signatories s where s.agreement_id = a.id and ${which}) p`;
