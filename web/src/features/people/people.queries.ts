import { tenantUserTypeOf } from '@kerb/domain/access/actor.ts';
import { type NewUser, peopleEndpoints, type SavedUser } from '@kerb/domain/people/people.contract.ts';
import { credentialEndpoints } from '@kerb/domain/session/credentials.contract.ts';
import { teamEndpoints } from '@kerb/domain/team/team.contract.ts';
import { actQueries } from '@kerb/web/features/people/acts.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';

type ListQuery = NonNullable<CallInput<typeof peopleEndpoints.list>['query']>;

export const peopleKeys = { all: ['users'] } as const;

export const peopleQueries = {
  list: (query: ListQuery) =>
    queryOptions({
      queryKey: [...peopleKeys.all, 'list', query],
      queryFn: ({ signal }) => call(peopleEndpoints.list, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...peopleKeys.all, 'one', id],
      queryFn: ({ signal }) => call(peopleEndpoints.get, { params: { id }, signal }),
    }),
  tenants: (id: number) =>
    queryOptions({
      queryKey: [...peopleKeys.all, 'tenants', id],
      queryFn: async ({ signal }) => (await call(teamEndpoints.tenants, { params: { id }, signal })).items,
    }),
  logons: (userId: number) =>
    queryOptions({
      queryKey: [...peopleKeys.all, 'logons', userId],
      queryFn: async ({ signal }) =>
        (await call(credentialEndpoints.list, { query: { userId, type: 'logon' }, signal })).items,
    }),
};

/** The changes to a user. Whatever the outcome, the screen then shows the server's state. */
export function useUserChanges() {
  const client = useQueryClient();
  const afterwards = thenRefresh(async () => {
    for (const { queryKey } of [{ queryKey: peopleKeys.all }, actQueries.open]) {
      await client.invalidateQueries({ queryKey });
    }
  });
  return {
    create: (body: NewUser) => afterwards(call(peopleEndpoints.create, { body })),
    save: (id: number, body: SavedUser) => afterwards(call(peopleEndpoints.save, { params: { id }, body })),
    resetSecondFactor: (id: number, reason?: string) =>
      afterwards(call(peopleEndpoints.resetSecondFactor, { params: { id }, body: { reason } })),
    endSignIns: (id: number) => call(peopleEndpoints.endSignIns, { params: { id } }),
    sendReset: (logonIdentifier: string) => call(credentialEndpoints.resetPassword, { body: { logonIdentifier } }),
    addTenant: (user: number, tenantId: number) =>
      afterwards(call(teamEndpoints.add, { params: { tenantId }, body: { user, tenantUserType: 'employee' } })),
    removeTenant: (userId: number, tenantId: number) =>
      afterwards(call(teamEndpoints.remove, { params: { tenantId, userId } })),
    setManager: (userId: number, tenantId: number, isManager: boolean) =>
      afterwards(
        call(teamEndpoints.save, {
          params: { tenantId, userId },
          body: { tenantUserType: tenantUserTypeOf(isManager) },
        }),
      ),
  };
}
