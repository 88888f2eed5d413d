import { agreementListEndpoints } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { campaignListFileName } from '@kerb/domain/reports/campaign-list.ts';
import { reportEndpoints } from '@kerb/domain/reports/reports.contract.ts';
import { type ReportName, reportFileName } from '@kerb/domain/reports/reports.ts';
import { exportCsv } from '@kerb/web/features/campaign-lists/export-csv.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';

type ListQuery = NonNullable<CallInput<typeof agreementListEndpoints.list>['query']>;

/** Exports every campaign that the query finds, not only the page on the screen. */
export const exportCampaigns = (query: ListQuery): Promise<void> =>
  exportCsv(agreementListEndpoints.list, { query }, campaignListFileName(countryRules().brand, null));

export const exportReport = (report: ReportName): Promise<void> =>
  exportCsv(reportEndpoints.get, { params: { report } }, reportFileName(countryRules().brand, report));
