import { brandingEndpoints } from '@kerb/domain/branding/branding.contract.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { queryOptions } from '@tanstack/react-query';

/** How a campaign is presented to its payers. Refreshed with the campaign: another agent is another picture. */
export const brandingOf = (id: number) =>
  queryOptions({
    queryKey: campaignKeys.part(id, 'branding'),
    queryFn: ({ signal }) => call(brandingEndpoints.read, { params: { id }, signal }),
  });
