import { organisationEndpoints } from '@kerb/domain/organisations/organisations.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { useQuery } from '@tanstack/react-query';

/** All organisations, for a selector. */
export const useOrganisationChoices = () =>
  useQuery({
    queryKey: ['organisations', 'choices'],
    queryFn: async ({ signal }) => {
      const { items } = await call(organisationEndpoints.list, { query: { perPage: 500, sortBy: 'name' }, signal });
      return items.map(({ id, name }) => ({ value: String(id), label: name }));
    },
  });
