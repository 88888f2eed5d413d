import { reportColumns } from '@kerb/domain/reports/report-columns.ts';
import { reportEndpoints } from '@kerb/domain/reports/reports.contract.ts';
import { type ReportName, reportFileName, reportScreen } from '@kerb/domain/reports/reports.ts';
import { agencyCampaigns } from '@kerb/server/features/reports/agency-campaigns.ts';
import { agencyCampaignsSummary } from '@kerb/server/features/reports/agency-campaigns-summary.ts';
import { invoices } from '@kerb/server/features/reports/invoices.ts';
import { organisations } from '@kerb/server/features/reports/organisations.ts';
import { personalData } from '@kerb/server/features/reports/personal-data.ts';
import type { ReportSource } from '@kerb/server/features/reports/report-source.ts';
import { sentCampaigns } from '@kerb/server/features/reports/sent-campaigns.ts';
import { teamMembers } from '@kerb/server/features/reports/team-members.ts';
import { streamCsv } from '@kerb/server/platform/csv/stream-csv.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import type { FastifyRequest } from 'fastify';

// biome-ignore format: a table
const sources: Record<ReportName, ReportSource> = {
  'agency-campaigns':         agencyCampaigns,
  'agency-campaigns-summary': agencyCampaignsSummary,
  'sent-campaigns':           sentCampaigns,
  invoices,
  organisations,
  'team-members':             teamMembers,
  'personal-data':            personalData,
};

/** A browser that opens an address sends no token, and asks for a page. */
const isBrowser = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.authorization === undefined && /\btext\/html\b/.test(headers.accept ?? '');

export function reportRoutes(app: App, deps: Deps): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url !== '/reports/:report' || !isBrowser(request)) return;
    const { report } = request.params as { report: string };
    return reply.redirect(reportScreen(report), 303);
  });

  mount(app, reportEndpoints.get, ({ scope, params: { report }, reply }) =>
    streamCsv(
      deps,
      { scope, reply },
      {
        what: report,
        fileName: reportFileName(deps.country.brand, report),
        columns: reportColumns[report],
        ...sources[report](deps),
      },
    ),
  );
}
