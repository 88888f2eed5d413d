import { peopleEndpoints } from '@kerb/domain/people/people.contract.ts';
import { mayBeViewed } from '@kerb/domain/session/view-as.ts';
import { peopleKeys } from '@kerb/web/features/people/people.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

const fewestTyped = 2;
const mostFound = 25;

/** People whom an admin may impersonate, found by a part of their name or address. */
export const usePersonChoices = (typed: string) =>
  useQuery({
    queryKey: [...peopleKeys.all, 'choices', typed],
    queryFn: async ({ signal }) => {
      const { items } = await call(peopleEndpoints.list, { query: { filter: typed, perPage: mostFound }, signal });
      return items
        .filter((person) => mayBeViewed(person) && person.disabledDate === null)
        .map(({ id, displayName, emailAddress }) => ({ value: String(id), label: `${displayName} · ${emailAddress}` }));
    },
    enabled: typed.length >= fewestTyped,
    placeholderData: keepPreviousData,
  });
