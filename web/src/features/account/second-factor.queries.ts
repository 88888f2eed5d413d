import { secondFactorEndpoints } from '@kerb/domain/session/second-factor.contract.ts';
import { accountQueries } from '@kerb/web/features/account/account.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { useQueryClient } from '@tanstack/react-query';

type Proof = { password: string; code: string };

export function useSecondFactorChanges() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: accountQueries.own.queryKey, exact: true });
  return {
    refresh,
    begin: (password: string) => call(secondFactorEndpoints.begin, { body: { password } }),
    confirm: async (code: string) => (await call(secondFactorEndpoints.confirm, { body: { code } })).recoveryCodes,
    makeCodes: async (body: Proof) => (await call(secondFactorEndpoints.recoveryCodes, { body })).recoveryCodes,
    turnOff: async (body: Proof) => {
      await call(secondFactorEndpoints.turnOff, { body });
      await refresh();
    },
  };
}
