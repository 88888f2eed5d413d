import { type DeliveryState, webhookEndpoints } from '@kerb/domain/webhooks/webhooks.contract.ts';
import { call, callVersioned } from '@kerb/web/platform/api-client.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export const webhookKeys = { all: ['webhooks'] } as const;

export const webhooksOf = (tenantId: number) =>
  queryOptions({
    queryKey: [...webhookKeys.all, tenantId],
    queryFn: async ({ signal }) => (await call(webhookEndpoints.list, { params: { tenantId }, signal })).items,
  });

/** One webhook to edit, with its version; never from the cache. */
export const webhookOf = (webhookId: number) =>
  queryOptions({
    queryKey: [...webhookKeys.all, 'one', webhookId],
    queryFn: ({ signal }) => callVersioned(webhookEndpoints.get, { params: { webhookId }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export type DeliveryPage = { page: number; state?: DeliveryState | undefined };
export const deliveriesPerPage = 10;

export const deliveriesOf = (webhookId: number, query: DeliveryPage) =>
  queryOptions({
    queryKey: [...webhookKeys.all, 'deliveries', webhookId, query],
    queryFn: ({ signal }) =>
      call(webhookEndpoints.deliveries, {
        params: { webhookId },
        query: { ...query, perPage: deliveriesPerPage },
        signal,
      }),
    placeholderData: keepPreviousData,
    // Poll while deliveries are waiting, because they are being attempted.
    refetchInterval: ({ state: { data } }) => (data?.items.some(({ state }) => state === 'waiting') ? 2_000 : false),
  });
