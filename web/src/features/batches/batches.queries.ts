import { batchEndpoints } from '@kerb/domain/batches/batches.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { queryOptions } from '@tanstack/react-query';

export const batchQueries = {
  owed: queryOptions({
    queryKey: ['batches', 'owed'],
    queryFn: ({ signal }) => call(batchEndpoints.owed, { signal }),
  }),
};
