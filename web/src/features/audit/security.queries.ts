import { securityEndpoints } from '@kerb/domain/audit/security.contract.ts';
import { securityFileName } from '@kerb/domain/reports/security-columns.ts';
import { saveDownload } from '@kerb/web/design/save-download.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export type SecurityQuery = NonNullable<CallInput<typeof securityEndpoints.summary>['query']>;

export const securityQueries = {
  list: (query: SecurityQuery, before: number | null) =>
    queryOptions({
      queryKey: ['security-events', 'list', query, before],
      queryFn: ({ signal }) =>
        call(securityEndpoints.list, { query: { ...query, ...(before !== null && { before }) }, signal }),
      placeholderData: keepPreviousData,
    }),
  summary: (query: SecurityQuery) =>
    queryOptions({
      queryKey: ['security-events', 'summary', query],
      queryFn: ({ signal }) => call(securityEndpoints.summary, { query, signal }),
      placeholderData: keepPreviousData,
    }),
};

/** Saves every event that the filter finds, not only the page on the screen. */
export const exportEvents = (query: SecurityQuery): Promise<void> =>
  saveDownload(
    securityEndpoints.export,
    { query },
    { text: 'Exporting...', accept: 'text/csv', nameOf: (given) => given ?? securityFileName(countryRules().brand) },
  ).catch(toast.error);
