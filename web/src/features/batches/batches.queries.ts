import type { BatchMove } from '@kerb/domain/batches/batch-moves.ts';
import { type Batch, batchEndpoints } from '@kerb/domain/batches/batches.contract.ts';
import { recordTransferEndpoints } from '@kerb/domain/batches/record-transfer.contract.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';

type Page = { page: number; perPage: number };

export const batchKeys = { all: ['batches'] } as const;

export const batchQueries = {
  owed: queryOptions({
    queryKey: [...batchKeys.all, 'owed'],
    queryFn: ({ signal }) => call(batchEndpoints.owed, { signal }),
  }),
  keptFunds: (agreementId: number) =>
    queryOptions({
      queryKey: [...batchKeys.all, 'kept', agreementId],
      queryFn: ({ signal }) => call(recordTransferEndpoints.keptFunds, { params: { id: agreementId }, signal }),
      gcTime: 0,
    }),
  list: (query: Page) =>
    queryOptions({
      queryKey: [...batchKeys.all, 'list', query],
      queryFn: ({ signal }) => call(batchEndpoints.list, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...batchKeys.all, 'one', id],
      queryFn: ({ signal }) => call(batchEndpoints.get, { params: { id }, signal }),
    }),
};

type Made = { tenants: number[]; includesToCome: boolean };

/** The changes to a batch. Each one updates the screens with the server's new state. */
export function useBatchChanges() {
  const client = useQueryClient();
  // The funds that campaigns show are then out of date too.
  const refreshed = thenRefresh(() => {
    for (const queryKey of [batchKeys.all, campaignKeys.all]) void client.invalidateQueries({ queryKey });
  });
  const afterwards = (change: Promise<Batch>): Promise<Batch> =>
    refreshed(
      change.then((batch) => {
        client.setQueryData(batchQueries.one(batch.id).queryKey, batch);
        return batch;
      }),
    );
  return {
    /** A batch whose file was downloaded is discarded in another way. */
    downloaded: () => void client.invalidateQueries({ queryKey: batchKeys.all }),
    make: (body: Made, idempotencyKey: string) => afterwards(call(batchEndpoints.make, { body, idempotencyKey })),
    move: (name: Exclude<BatchMove, 'discard'>, id: number) =>
      afterwards(call(batchEndpoints[name], { params: { id } })),
    bounce: (id: number, body: { agreement: number; reason: string }) =>
      afterwards(call(batchEndpoints.bounce, { params: { id }, body })),
    discard: (id: number, reason: string) =>
      afterwards(call(batchEndpoints.discard, { params: { id }, body: { reason } })),
  };
}
