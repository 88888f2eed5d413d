import { integrationEndpoints } from '@kerb/domain/integrations/integrations.contract.ts';
import { call, callVersioned } from '@kerb/web/platform/api-client.ts';
import { queryOptions } from '@tanstack/react-query';

const keys = { all: ['integrations'] } as const;

export const programsOf = (tenantId: number) =>
  queryOptions({
    queryKey: [...keys.all, tenantId],
    queryFn: async ({ signal }) => (await call(integrationEndpoints.list, { params: { tenantId }, signal })).items,
  });

/** One program to edit, with its version; never from the cache. */
export const programOf = (identityId: number) =>
  queryOptions({
    queryKey: [...keys.all, 'one', identityId],
    queryFn: ({ signal }) => callVersioned(integrationEndpoints.get, { params: { identityId }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
