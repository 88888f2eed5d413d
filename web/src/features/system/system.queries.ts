import { systemEndpoints, type UndeliveredQuery } from '@kerb/domain/system/system.contract.ts';
import type { MessageAction } from '@kerb/domain/system/undelivered.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export const systemKeys = { all: ['system'] } as const;

/** Servers and queues change while somebody looks at them. */
const refetchInterval = 30_000;

export type MessageFilter = Pick<UndeliveredQuery, 'state' | 'channel'>;

export const systemQueries = {
  status: () =>
    queryOptions({
      queryKey: [...systemKeys.all, 'status'],
      queryFn: ({ signal }) => call(systemEndpoints.status, { signal }),
      refetchInterval,
    }),
  jobs: () =>
    queryOptions({
      queryKey: [...systemKeys.all, 'jobs'],
      queryFn: ({ signal }) => call(systemEndpoints.jobs, { signal }),
      refetchInterval,
    }),
  logChain: () =>
    queryOptions({
      queryKey: [...systemKeys.all, 'log-chain'],
      queryFn: ({ signal }) => call(systemEndpoints.logChain, { signal }),
    }),
  messages: (filter: MessageFilter, before: number | null) =>
    queryOptions({
      queryKey: [...systemKeys.all, 'messages', filter, before],
      queryFn: ({ signal }) =>
        call(systemEndpoints.messages, { query: { ...filter, ...(before !== null && { before }) }, signal }),
      placeholderData: keepPreviousData,
    }),
};

const endpointOf = {
  'send-again': systemEndpoints.sendAgain,
  release: systemEndpoints.release,
  discard: systemEndpoints.discard,
} as const;

export const changeMessages = (action: MessageAction, ids: number[]) => call(endpointOf[action], { body: { ids } });
export const openMessage = (id: number) => call(systemEndpoints.message, { params: { id } });
export const runJob = (name: string) => call(systemEndpoints.run, { body: { name } });
export const dismissFailure = (id: number) => call(systemEndpoints.dismiss, { body: { ids: [id] } });
