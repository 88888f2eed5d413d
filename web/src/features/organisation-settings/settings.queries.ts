import type { SettingName } from '@kerb/domain/organisations/setting-fields.ts';
import { settingsEndpoints, type TenantSettings } from '@kerb/domain/organisations/settings.contract.ts';
import { organisationKeys } from '@kerb/web/features/organisations/organisations.queries.ts';
import { call, callVersioned, type Versioned } from '@kerb/web/platform/api-client.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { matchQuery, type Query, queryOptions, useQueryClient } from '@tanstack/react-query';

export const settingsOf = (tenantId: number) =>
  queryOptions({
    queryKey: [...organisationKeys.settings, tenantId],
    queryFn: ({ signal }) => callVersioned(settingsEndpoints.read, { params: { tenantId }, signal }),
  });

/** The response contains the settings, and each logo picture has its own address, so neither is fetched again. */
const isKept = (query: Query): boolean =>
  [organisationKeys.settings, organisationKeys.logos].some((queryKey) => matchQuery({ queryKey }, query));

export type Application = NonNullable<CallInput<typeof settingsEndpoints.apply>['body']>;
type Changes = CallInput<typeof settingsEndpoints.save>['body'];

/** Changes an organisation's settings; afterwards the screen shows the server's new state. */
export function useSettingsChanges(tenantId: number) {
  const client = useQueryClient();
  const { queryKey } = settingsOf(tenantId);
  const take = async (answer: Promise<Versioned<TenantSettings>>) => {
    const newest = await answer;
    client.setQueryData(queryKey, newest);
    await client.invalidateQueries({
      queryKey: organisationKeys.all,
      predicate: (query) => !isKept(query),
    });
    return newest;
  };
  const params = { tenantId };
  return {
    save: (body: Changes, version: string | undefined) =>
      take(callVersioned(settingsEndpoints.save, { params, body, ifMatch: version })),
    apply: (body: Application, version: string | undefined) =>
      take(callVersioned(settingsEndpoints.apply, { params, body, ifMatch: version })),
    stopBankChange: (version: string | undefined) =>
      take(callVersioned(settingsEndpoints.stopBankChange, { params, ifMatch: version })),
    reject: (fields: SettingName[] | undefined, version: string | undefined) =>
      take(callVersioned(settingsEndpoints.reject, { params, body: fields ? { fields } : {}, ifMatch: version })),
    reload: () => client.fetchQuery({ ...settingsOf(tenantId), staleTime: 0 }),
    remove: async () => {
      await call(settingsEndpoints.delete, { params });
      client.removeQueries({ queryKey: organisationKeys.all });
    },
  };
}
