import { integrationEndpoints } from '@kerb/domain/integrations/integrations.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { queryOptions } from '@tanstack/react-query';

export const credentialsOf = (tenantId: number) =>
  queryOptions({
    queryKey: ['integrations', tenantId],
    queryFn: async ({ signal }) => (await call(integrationEndpoints.list, { params: { tenantId }, signal })).items,
  });
