import { organisationEndpoints } from '@kerb/domain/organisations/organisations.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { queryOptions } from '@tanstack/react-query';

const mostOffices = 500;

/** Every organisation that one may choose from, by name. */
export const organisationsInSight = queryOptions({
  queryKey: ['organisations', 'in-sight'],
  queryFn: ({ signal }) =>
    call(organisationEndpoints.list, { query: { perPage: mostOffices, sortBy: 'name', sortDesc: false }, signal }),
  select: ({ items }) => items,
  staleTime: 60_000,
});

export const organisationInSight = (tenantId: number) =>
  queryOptions({
    queryKey: ['organisations', 'one', tenantId],
    queryFn: ({ signal }) => call(organisationEndpoints.get, { params: { tenantId }, signal }),
    staleTime: 60_000,
  });
