import { rateEndpoints } from '@kerb/domain/rates/rates.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

export const ratesQuery = queryOptions({
  queryKey: ['rates'],
  queryFn: ({ signal }) => call(rateEndpoints.get, { signal }),
});

export type AskedRates = CallInput<typeof rateEndpoints.preview>['body'];

/** A change of rates may change what every screen shows, so all are read again. */
export function useRateChanges() {
  const client = useQueryClient();
  const afterwards = thenRefresh(() => client.invalidateQueries());
  return {
    preview: (body: AskedRates) => call(rateEndpoints.preview, { body }),
    ask: (body: AskedRates & { reason: string }) => afterwards(call(rateEndpoints.ask, { body })),
    withdraw: (id: number) => afterwards(call(rateEndpoints.withdraw, { params: { id } })),
  };
}
