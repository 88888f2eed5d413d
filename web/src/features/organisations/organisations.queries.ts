import { organisationEndpoints } from '@kerb/domain/organisations/organisations.contract.ts';
import type { SettingName } from '@kerb/domain/organisations/setting-fields.ts';
import { settingsEndpoints, type TenantSettings } from '@kerb/domain/organisations/settings.contract.ts';
import { timeZoneEndpoints } from '@kerb/domain/organisations/time-zones.contract.ts';
import { call, callVersioned, type Versioned } from '@kerb/web/platform/api-client.ts';
import { download } from '@kerb/web/platform/files.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';

type ListQuery = NonNullable<CallInput<typeof organisationEndpoints.list>['query']>;

export const organisationQueries = {
  list: (query: ListQuery) =>
    queryOptions({
      queryKey: ['organisations', 'list', query],
      queryFn: ({ signal }) => call(organisationEndpoints.list, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  settings: (tenantId: number) =>
    queryOptions({
      queryKey: ['organisations', 'settings', tenantId],
      queryFn: ({ signal }) => callVersioned(settingsEndpoints.read, { params: { tenantId }, signal }),
    }),
  /** The picture at this address, as something that an img can show. */
  logo: (tenantId: number, url: string, size: 'full' | 'small') =>
    queryOptions({
      queryKey: ['organisations', 'logo', url, size],
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

type Changes = CallInput<typeof settingsEndpoints.save>['body'];

/** What an organisation's settings take, each change leaving the screen with what the server now holds. */
export function useSettingsChanges(tenantId: number) {
  const client = useQueryClient();
  const { queryKey } = organisationQueries.settings(tenantId);
  const take = async (answer: Promise<Versioned<TenantSettings>>) => {
    const newest = await answer;
    client.setQueryData(queryKey, newest);
    await client.invalidateQueries({
      queryKey: ['organisations'],
      predicate: ({ queryKey: [, part] }) => part !== 'settings' && part !== 'logo',
    });
    return newest;
  };
  const params = { tenantId };
  return {
    save: (body: Changes, version: string | undefined) =>
      take(callVersioned(settingsEndpoints.save, { params, body, ifMatch: version })),
    apply: (fields: SettingName[] | undefined, version: string | undefined) =>
      take(callVersioned(settingsEndpoints.apply, { params, body: fields ? { fields } : {}, ifMatch: version })),
    reject: (fields: SettingName[] | undefined, version: string | undefined) =>
      take(callVersioned(settingsEndpoints.reject, { params, body: fields ? { fields } : {}, ifMatch: version })),
    reload: () => client.fetchQuery({ ...organisationQueries.settings(tenantId), staleTime: 0 }),
    remove: async () => {
      await call(settingsEndpoints.delete, { params });
      client.removeQueries({ queryKey: ['organisations'] });
    },
  };
}
