import type { agreementListEndpoints } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { campaignListCalls } from '@kerb/domain/agreements/campaign-list-calls.ts';
import { callPlain } from '@kerb/web/platform/plain-call.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';

type ListQuery = NonNullable<CallInput<typeof agreementListEndpoints.list>['query']>;

type CampaignPart = 'branding' | 'payers' | 'payments' | 'loan' | 'options' | 'documents' | 'signing';

/**
 * The cache keys of campaigns. Rooms that show a part of a campaign, or refresh one, use these keys. The key of a part
 * begins with its campaign's key, so refreshing the campaign refreshes all its parts.
 */
export const campaignKeys = {
  all: ['agreements'],
  lists: ['agreements', 'list'],
  logs: ['agreements', 'log'],
  /** Refreshed too, because the dashboard counts campaigns. */
  dashboard: ['dashboard'],
  list: (query: ListQuery) => [...campaignKeys.lists, query],
  one: (id: number) => ['agreements', 'one', id],
  part: (id: number, name: CampaignPart) => ['agreements', 'one', id, name],
  log: (id: number) => [...campaignKeys.logs, id],
} as const;

export const noCampaignFound = 'No campaign found with this ID.';

export const campaignQueries = {
  list: (query: ListQuery) =>
    queryOptions({
      queryKey: campaignKeys.list(query),
      queryFn: ({ signal }) => callPlain(campaignListCalls.list, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  volumes: queryOptions({
    queryKey: [...campaignKeys.lists, 'volumes'],
    queryFn: ({ signal }) => callPlain(campaignListCalls.volumes, { signal }),
  }),
};

/** Refreshes everything else that shows a campaign: the lists, the dashboard and the audit logs. */
export const refreshLists = (client: QueryClient) =>
  Promise.all(
    [campaignKeys.lists, campaignKeys.logs, campaignKeys.dashboard].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
