import type { TenantOption } from '@kerb/domain/options/finance-options.ts';
import { optionEndpoints } from '@kerb/domain/options/options.contract.ts';
import { tenantOptionEndpoints } from '@kerb/domain/options/tenant-options.contract.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

/** The fields of an option that an organisation sees: all except the interest rate, which only admins see. */
export type ShownOption = Omit<TenantOption, 'interestRate'> & { interestRate?: number | null | undefined };

export const tenantOptionQueries = {
  of: (tenantId: number) =>
    queryOptions({
      queryKey: ['tenant-options', tenantId],
      queryFn: async ({ signal }) => (await call(optionEndpoints.ofTenant, { params: { tenantId }, signal })).items,
    }),
};

export type OptionChanges = CallInput<typeof tenantOptionEndpoints.save>['body'];

/** Saves the changes to an option. In any case the screen then shows the server's state. */
export function useOptionChanges(tenantId: number, optionCode: FinanceOptionCode) {
  const client = useQueryClient();
  return async (body: OptionChanges) => {
    try {
      await call(tenantOptionEndpoints.save, { params: { tenantId, optionCode }, body });
    } finally {
      await client.invalidateQueries({ queryKey: tenantOptionQueries.of(tenantId).queryKey });
    }
  };
}
