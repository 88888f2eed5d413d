import { sharedViewEndpoints } from '@kerb/domain/views/shared-views.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { queryOptions } from '@tanstack/react-query';

export const sharedViewQueries = {
  list: (tenantId: number) =>
    queryOptions({
      queryKey: ['shared-views', tenantId],
      queryFn: async ({ signal }) => (await call(sharedViewEndpoints.list, { params: { tenantId }, signal })).items,
    }),
};
