import { type CampaignOptions, optionEndpoints } from '@kerb/domain/options/options.contract.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { refreshCampaign } from '@kerb/web/features/campaigns/campaign-changes.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { oneCampaign } from '@kerb/web/features/campaigns/one-campaign.queries.ts';
import { call, callVersioned } from '@kerb/web/platform/api-client.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

export const optionQueries = {
  of: (id: number) =>
    queryOptions({
      queryKey: [...campaignKeys.part(id, 'options'), 'of'],
      queryFn: ({ signal }) => call(optionEndpoints.list, { params: { id }, signal }),
    }),
  costs: (id: number) =>
    queryOptions({
      queryKey: [...campaignKeys.part(id, 'options'), 'costs'],
      queryFn: ({ signal }) => call(optionEndpoints.costs, { params: { id }, signal }),
    }),
  /** Fetched again whenever the campaign has changed, because its budget and its property determine the quote. */
  quote: (id: number, version: string | undefined) =>
    queryOptions({
      queryKey: [...campaignKeys.part(id, 'options'), 'quote', version],
      queryFn: ({ signal }) =>
        call(optionEndpoints.quote, { params: { id }, body: { financeOptionCode: 'pos' }, signal }),
      retry: false,
    }),
};

/** The changes to a campaign's options. Each one updates the screen with the server's new state. */
export function useOptionChanges(id: number) {
  const client = useQueryClient();
  const { queryKey } = optionQueries.of(id);
  const catchUp = () => {
    void client.invalidateQueries({ queryKey: campaignKeys.one(id), exact: true });
    void client.invalidateQueries({ queryKey: optionQueries.costs(id).queryKey });
    void client.invalidateQueries({ queryKey: campaignKeys.log(id) });
  };
  const switched = async (change: Promise<CampaignOptions>): Promise<void> => {
    try {
      client.setQueryData(queryKey, await change);
    } catch (error) {
      // Reset the switches to the server's current state.
      await client.invalidateQueries({ queryKey });
      throw error;
    } finally {
      catchUp();
    }
  };
  const params = (optionCode: FinanceOptionCode) => ({ id, optionCode });
  return {
    offer: (optionCode: FinanceOptionCode) =>
      switched(call(optionEndpoints.offer, { params: { id }, body: { optionCode } })),
    withdraw: (code: FinanceOptionCode) => switched(call(optionEndpoints.withdraw, { params: params(code) })),
    setInterestFree: (interestFreeOffered: boolean) =>
      switched(call(optionEndpoints.save, { params: params('pl'), body: { interestFreeOffered } })),
    choose: async (financeOptionCode: FinanceOptionCode, ifMatch: string | undefined) => {
      try {
        const body = { financeOptionCode };
        const chosen = await callVersioned(optionEndpoints.choose, { params: { id }, body, ifMatch });
        client.setQueryData(oneCampaign(id).queryKey, chosen);
      } finally {
        await client.invalidateQueries({ queryKey });
        void refreshCampaign(client, id);
      }
    },
  };
}
