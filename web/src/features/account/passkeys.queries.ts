import { passkeyEndpoints } from '@kerb/domain/session/passkeys.contract.ts';
import { accountQueries } from '@kerb/web/features/account/account.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { makePasskey } from '@kerb/web/platform/passkeys.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

export const passkeyQueries = {
  own: queryOptions({
    queryKey: ['account', 'passkeys'],
    queryFn: async ({ signal }) => (await call(passkeyEndpoints.list, { signal })).items,
  }),
};

export function usePasskeyChanges() {
  const client = useQueryClient();
  /** The account has the number of passkeys, and the list of browsers is shorter after a change. */
  const refresh = () => client.invalidateQueries({ queryKey: accountQueries.own.queryKey });
  return {
    refresh,
    /** Returns recovery codes to show, if the person had none. */
    add: async (name: string): Promise<string[] | null> => {
      const options = await call(passkeyEndpoints.begin, {});
      const credential = await makePasskey(options);
      const body = { name, userHandle: options.user.id, credential };
      const { recoveryCodes } = await call(passkeyEndpoints.add, { body });
      return recoveryCodes ?? null;
    },
    rename: async (id: number, name: string) => {
      await call(passkeyEndpoints.rename, { params: { id }, body: { name } });
      await refresh();
    },
    remove: async (id: number) => {
      await call(passkeyEndpoints.remove, { params: { id } });
      await refresh();
    },
    makeCodes: async () => (await call(passkeyEndpoints.recoveryCodes, {})).recoveryCodes,
  };
}
