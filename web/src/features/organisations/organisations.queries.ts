import { organisationEndpoints } from '@kerb/domain/organisations/organisations.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

type ListQuery = NonNullable<CallInput<typeof organisationEndpoints.list>['query']>;

export const organisationQueries = {
  list: (query: ListQuery) =>
    queryOptions({
      queryKey: ['organisations', 'list', query],
      queryFn: ({ signal }) => call(organisationEndpoints.list, { query, signal }),
      placeholderData: keepPreviousData,
    }),
};
