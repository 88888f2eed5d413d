import { endedRanks } from '@kerb/domain/payers/retention.ts';
import { campaignCells } from '@kerb/server/features/agreements/campaign-cells.ts';
import { lineOf, type ReportSource } from '@kerb/server/features/reports/report-source.ts';
import { type RawBuilder, sql } from 'kysely';

const papers = sql`exists (select from attachments d where d.signatory_id = p.id and d.purpose = 'vendor-id')`;
const isHeld = sql`(p.sealed_details is not null or ${papers})`;

/** Which payers' personal data is held, and the day from which it must be disposed of. The data itself is not shown. */
export const personalData: ReportSource = ({ country, clock }) => {
  const { flowNumber, organisation, campaign, status } = campaignCells(country);
  const isOver = sql`a.status = any(${endedRanks}::smallint[])`;
  const ended = sql`case when ${isOver} then a.status_last_update end`;
  const years = sql`make_interval(years => ${sql.lit(country.retentionYears)})`;
  // The same rule as retentionDate in the domain, in SQL because the report streams. A test compares the two.
  const dayAt = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone t.default_time_zone)::date`;
  const keptUntil = sql`(case when ${isOver} then (${dayAt(sql`a.status_last_update`)} + ${years})::date end)`;
  return {
    select: sql`
      select ${lineOf('personal-data', {
        flowNumber,
        organisation,
        campaign,
        status,
        payer: sql`(p.first_name || ' ' || p.surname)`,
        details: sql`(p.sealed_details is not null)`,
        documents: papers,
        ended: sql`(${ended})`,
        keptUntil,
        due: sql`coalesce(${keptUntil} <= ${dayAt(sql`${clock.now()}::timestamptz`)}, false)`,
      })}
      from signatories p
      join agreements a on a.id = p.agreement_id
      join tenants t on t.id = a.tenant_id
      where ${isHeld}
      order by p.id`,
    count: sql`select count(*) as count from signatories p where ${isHeld}`,
  };
};
