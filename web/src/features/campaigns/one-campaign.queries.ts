import { agreementEndpoints } from '@kerb/domain/agreements/agreements.contract.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { callVersioned } from '@kerb/web/platform/api-client.ts';
import { queryOptions } from '@tanstack/react-query';

/** One campaign with its version, which a save sends back. Not in the first load, as its contract is large. */
export const oneCampaign = (id: number) =>
  queryOptions({
    queryKey: campaignKeys.one(id),
    queryFn: ({ signal }) => callVersioned(agreementEndpoints.get, { params: { id }, signal }),
  });
