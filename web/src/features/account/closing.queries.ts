import { type Closing, privacyEndpoints } from '@kerb/domain/privacy/privacy.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

export const closingQuery = queryOptions({
  queryKey: ['account', 'closing'],
  queryFn: ({ signal }) => call(privacyEndpoints.closing, { signal }),
});

export function useClosing() {
  const client = useQueryClient();
  const keepAnswer = (answer: Closing) => client.setQueryData(closingQuery.queryKey, answer);
  return {
    close: async () => keepAnswer(await call(privacyEndpoints.close, {})),
    keep: async () => keepAnswer(await call(privacyEndpoints.keep, {})),
  };
}
