import type { NewPayer } from '@kerb/domain/agreements/new-payer.ts';
import { type LinkUse, payerEndpoints } from '@kerb/domain/payers/payers.contract.ts';
import { refreshCampaign } from '@kerb/web/features/campaigns/campaign-changes.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';

export type ShowLink = (use: LinkUse) => Promise<string>;

/** Asks for the whole link of a payer. The log of the campaign then has an entry more. */
export function useShownLink(id: number, vendorId: number): ShowLink {
  const client = useQueryClient();
  return async (use) => {
    const { paymentUrl } = await call(payerEndpoints.showLink, { params: { id, vendorId }, body: { for: use } });
    // Not awaited: a browser lets a page copy only shortly after the click.
    void refreshCampaign(client, id);
    return paymentUrl;
  };
}

type Previewed = { vendorIds: number[]; note: string };
type Shown = { vendorIds: number[]; isReminder: boolean; note?: string };

/** The messages as sending would send them. Nothing is sent. */
export const messagePreviews = (id: number, body: Shown) =>
  queryOptions({
    queryKey: [...campaignKeys.one(id), 'message-previews', body],
    queryFn: async () => (await call(payerEndpoints.preview, { params: { id }, body })).items,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

/** Changes the payers of a campaign; afterwards the screen shows the server's new state. */
export function usePayerChanges(id: number) {
  const client = useQueryClient();
  const params = { id };
  const afterwards = thenRefresh(() => refreshCampaign(client, id));
  return {
    addPayer: (body: NewPayer) => afterwards(call(payerEndpoints.add, { params, body })),
    removePayer: (vendorId: number) => afterwards(call(payerEndpoints.remove, { params: { id, vendorId } })),
    preview: async (body: Shown) => (await call(payerEndpoints.preview, { params, body })).items,
    nudge: ({ vendorIds, note }: Previewed) =>
      afterwards(call(payerEndpoints.nudge, { params, body: { vendorIds, ...(note && { note }) } })),
    sendTo: ({ vendorIds, note }: Previewed) =>
      afterwards(call(payerEndpoints.sendAll, { params, body: { vendorIds, ...(note && { note }) } })),
  };
}
