import { remittanceEndpoints, remittanceFileName } from '@kerb/domain/batches/remittances.contract.ts';
import { decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { remittanceColumns } from '@kerb/domain/reports/remittance-columns.ts';
import { isSync } from '@kerb/domain/wire/sync.ts';
import { type Advice, organisationRead, readAdvice } from '@kerb/server/features/batches/remittance-advice.ts';
import { remittancePaper } from '@kerb/server/features/batches/remittance-paper.ts';
import { changedMonths, monthsPerPage, remittedMonths } from '@kerb/server/features/batches/remittances.repository.ts';
import { csvLine } from '@kerb/server/platform/csv/cells.ts';
import { streamCsv } from '@kerb/server/platform/csv/stream-csv.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { cleanFileName } from '@kerb/server/platform/files/file-name.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { sendFile } from '@kerb/server/platform/http/send-file.ts';
import { drawFor } from '@kerb/server/platform/pdf/draw-pdf.ts';
import { type RawBuilder, sql } from 'kysely';

const names = Object.keys(remittanceColumns) as (keyof typeof remittanceColumns)[];
const valuesOf = Object.fromEntries(names.map((name) => [name, sql`r.${sql.ref(name.toLowerCase())}`])) as Record<
  (typeof names)[number],
  RawBuilder<unknown>
>;

/** The lines as records of a spreadsheet. The database writes the cells of every spreadsheet. */
function recordsOf({ organisation, lines }: Advice, { country }: Pick<Deps, 'country'>) {
  const records = lines.map(({ flowNumber, gross, fees, tax, amount, ...line }) => ({
    ...line,
    ...{ organisation, flownumber: flowNumber },
    ...{ gross: decimalFromCents(gross), fees: decimalFromCents(fees) },
    ...{ tax: decimalFromCents(tax), amount: decimalFromCents(amount) },
  }));
  return sql<{ line: string }>`
    select ${csvLine(remittanceColumns, valuesOf, sql.lit(country.defaultTimeZone))} as line
    from rows from (jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as (
      day date, kind text, batch bigint, flownumber text, organisation text, campaign text, address text,
      reference text, part text, invoice bigint, gross numeric(16, 2), fees numeric(16, 2), tax numeric(16, 2),
      amount numeric(16, 2), account text, note text)) with ordinality as r
    order by r.ordinality`;
}

/** What each organisation was paid, and for what. */
export function remittanceRoutes(app: App, deps: Deps): void {
  mount(app, remittanceEndpoints.remittances, async ({ scope, query }) => {
    const { tenantId, before } = query;
    await organisationRead(deps.db, scope, tenantId);
    if (isSync(query)) return changedMonths(deps.db, tenantId, query);
    const months = (await remittedMonths(deps.db, tenantId)).filter(({ month }) => !before || month < before);
    return { items: months.slice(0, monthsPerPage), isMore: months.length > monthsPerPage };
  });

  mount(app, remittanceEndpoints.exportRemittances, async ({ scope, query, reply }) => {
    const advice = await readAdvice(deps, { scope, query });
    return streamCsv(
      deps,
      { scope, reply },
      {
        what: 'remittance advice',
        fileName: remittanceFileName(deps.country.brand, advice.organisation, query, 'csv'),
        columns: remittanceColumns,
        select: recordsOf(advice, deps),
        count: sql<{ count: number }>`select ${advice.lines.length}::int as count`,
      },
    );
  });

  mount(app, remittanceEndpoints.remittancePdf, async ({ scope, query, reply }) => {
    const file = await drawFor(deps, scope.actor, async (draw) => {
      const advice = await readAdvice(deps, { scope, query });
      const fileName = cleanFileName(remittanceFileName(deps.country.brand, advice.organisation, query, 'pdf'));
      return { fileName, contentType: 'application/pdf', content: await draw(remittancePaper(deps, advice)) };
    });
    return sendFile(reply, file);
  });
}
