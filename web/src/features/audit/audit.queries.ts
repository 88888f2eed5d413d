import { auditEndpoints } from '@kerb/domain/audit/audit.contract.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

type LogQuery = Omit<NonNullable<CallInput<typeof auditEndpoints.list>['query']>, 'targetAgreementId'>;

export const auditLogOf = (id: number, query: LogQuery) =>
  queryOptions({
    queryKey: [...campaignKeys.log(id), query],
    queryFn: ({ signal }) => call(auditEndpoints.list, { query: { ...query, targetAgreementId: id }, signal }),
    placeholderData: keepPreviousData,
  });
