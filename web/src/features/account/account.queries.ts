import { type Account, accountEndpoints, type SavedAccount } from '@kerb/domain/account/account.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

type Notices = CallInput<typeof accountEndpoints.saveNotices>['body'];
type Passwords = CallInput<typeof accountEndpoints.changePassword>['body'];

export const accountQueries = {
  own: queryOptions({ queryKey: ['account'], queryFn: ({ signal }) => call(accountEndpoints.read, { signal }) }),
  signIns: queryOptions({
    queryKey: ['account', 'sign-ins'],
    queryFn: async ({ signal }) => (await call(accountEndpoints.signIns, { signal })).items,
  }),
};

export function useAccountChanges() {
  const client = useQueryClient();
  const keep = (account: Account): Account => {
    client.setQueryData(accountQueries.own.queryKey, account);
    return account;
  };
  const refreshSignIns = () => client.invalidateQueries({ queryKey: accountQueries.signIns.queryKey });
  return {
    save: async (body: SavedAccount) => keep(await call(accountEndpoints.save, { body })),
    sendCode: async () => keep(await call(accountEndpoints.verifyMobile, { body: {} })),
    confirmCode: async (code: string) => keep(await call(accountEndpoints.verifyMobile, { body: { code } })),
    saveNotices: async (tenantId: number, body: Notices) =>
      keep(await call(accountEndpoints.saveNotices, { params: { tenantId }, body })),
    changePassword: async (body: Passwords) => {
      await call(accountEndpoints.changePassword, { body });
      await refreshSignIns();
    },
    endSignIn: async (id: number) => {
      await call(accountEndpoints.endSignIn, { params: { id } }).finally(refreshSignIns);
    },
  };
}
