import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { QueryClient } from '@tanstack/react-query';

const mayHelpToRetry = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.kind === 'network' || error.status >= 500);

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && mayHelpToRetry(error) },
      mutations: { retry: false },
    },
  });
