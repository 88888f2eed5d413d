import { organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import { useQuery } from '@tanstack/react-query';

/** All organisations, for a selector. */
export const useOrganisationChoices = () =>
  useQuery({
    ...organisationQueries.choices,
    select: ({ items }) => items.map(({ id, name }) => ({ value: String(id), label: name })),
  });
