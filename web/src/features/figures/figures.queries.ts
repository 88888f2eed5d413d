import { figureEndpoints } from '@kerb/domain/dashboard/platform-figures.contract.ts';
import type { FigurePeriod } from '@kerb/domain/dashboard/team-figures.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export const figureQueries = {
  get: (period: FigurePeriod) =>
    queryOptions({
      queryKey: ['figures', period],
      queryFn: ({ signal }) => call(figureEndpoints.get, { query: { period }, signal }),
      placeholderData: keepPreviousData,
    }),
};
