import { movementEndpoints, type NewMovement } from '@kerb/domain/books/movements.contract.ts';
import { bookKeys } from '@kerb/web/features/books/books.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

export const bankAccountsQuery = queryOptions({
  queryKey: [...bookKeys.all, 'bank-accounts'],
  queryFn: ({ signal }) => call(movementEndpoints.read, { signal }),
});

export function useMovements() {
  const client = useQueryClient();
  const afterwards = thenRefresh(() => client.invalidateQueries({ queryKey: bookKeys.all }));
  return {
    recordMovement: (body: NewMovement, idempotencyKey: string) =>
      afterwards(call(movementEndpoints.record, { body, idempotencyKey })),
    undo: (id: number) => afterwards(call(movementEndpoints.undo, { params: { id } })),
  };
}
