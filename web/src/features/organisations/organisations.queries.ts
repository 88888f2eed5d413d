import { organisationEndpoints } from '@kerb/domain/organisations/organisations.contract.ts';
import { settingsEndpoints } from '@kerb/domain/organisations/settings.contract.ts';
import { timeZoneEndpoints } from '@kerb/domain/organisations/time-zones.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { download } from '@kerb/web/platform/files.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

type ListQuery = NonNullable<CallInput<typeof organisationEndpoints.list>['query']>;

/** The cache keys of organisations. Rooms that show a part of an organisation use these keys. */
export const organisationKeys = {
  all: ['organisations'],
  list: (query: ListQuery) => ['organisations', 'list', query],
  one: (tenantId: number) => ['organisations', 'one', tenantId],
  settings: ['organisations', 'settings'],
  logos: ['organisations', 'logo'],
  members: (tenantId: number) => ['organisations', 'members', tenantId],
  invitations: (tenantId: number) => ['organisations', 'invitations', tenantId],
} as const;

const mostChoices = 500;
export const fewestSearched = 2;
const mostFound = 100;

export const organisationQueries = {
  list: (query: ListQuery) =>
    queryOptions({
      queryKey: organisationKeys.list(query),
      queryFn: async ({ signal }) => {
        const { items, totalItems = items.length } = await call(organisationEndpoints.list, { query, signal });
        return { items, totalItems };
      },
      placeholderData: keepPreviousData,
    }),
  one: (tenantId: number) =>
    queryOptions({
      queryKey: organisationKeys.one(tenantId),
      queryFn: ({ signal }) => call(organisationEndpoints.get, { params: { tenantId }, signal }),
    }),
  /** All organisations that the reader may choose from, by name. */
  choices: queryOptions({
    queryKey: [...organisationKeys.all, 'choices'],
    queryFn: ({ signal }) =>
      call(organisationEndpoints.list, { query: { perPage: mostChoices, sortBy: 'name', sortDesc: false }, signal }),
    select: ({ items }) => items,
    staleTime: 60_000,
  }),
  found: (textQuery: string) =>
    queryOptions({
      queryKey: [...organisationKeys.all, 'found', textQuery],
      queryFn: async ({ signal }) =>
        (await call(organisationEndpoints.list, { query: { textQuery, perPage: mostFound }, signal })).items,
      enabled: textQuery.length >= fewestSearched,
    }),
  /** The picture at this address, as a source for an img. */
  logo: (tenantId: number, url: string, size: 'full' | 'small') =>
    queryOptions({
      queryKey: [...organisationKeys.logos, url, size],
      queryFn: async () => {
        const draft = url.includes('draft=1');
        const { blob } = await download(settingsEndpoints.logo, { params: { tenantId }, query: { draft, size } });
        return URL.createObjectURL(blob);
      },
      staleTime: Number.POSITIVE_INFINITY,
    }),
  timeZones: queryOptions({
    queryKey: ['time-zones'],
    queryFn: async ({ signal }) => (await call(timeZoneEndpoints.list, { query: {}, signal })).timeZones,
    staleTime: 3_600_000,
  }),
};

export const noOrganisationsFound = 'No matching organisations found.';
