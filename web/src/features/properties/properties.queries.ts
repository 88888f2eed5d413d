import { photoEndpoints } from '@kerb/domain/properties/photos.contract.ts';
import {
  type AddedProperty,
  propertyEndpoints,
  type SimilarQuery,
} from '@kerb/domain/properties/properties.contract.ts';
import { brandingOf } from '@kerb/web/features/campaigns/branding.queries.ts';
import { refreshLists } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { oneCampaign } from '@kerb/web/features/campaigns/one-campaign.queries.ts';
import { call, callVersioned } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';

type SavedProperty = CallInput<typeof propertyEndpoints.save>['body'];

export const propertyQueries = {
  /** One property with its version, which a save sends back. */
  one: (id: number) =>
    queryOptions({
      queryKey: ['properties', 'one', id],
      queryFn: ({ signal }) => callVersioned(propertyEndpoints.get, { params: { id }, signal }),
    }),
  suggestions: (partialAddress: string) =>
    queryOptions({
      queryKey: ['properties', 'suggestions', partialAddress],
      queryFn: async ({ signal }) =>
        (await call(propertyEndpoints.suggest, { query: { partialAddress }, signal })).items,
      placeholderData: keepPreviousData,
      staleTime: 60_000,
      // Fail at once, so that the user can enter the address by hand.
      retry: false,
    }),
  similar: (agreementId: number, address: SimilarQuery) =>
    queryOptions({
      queryKey: ['properties', 'similar', agreementId, address],
      queryFn: async ({ signal }) =>
        (await call(propertyEndpoints.similar, { params: { id: agreementId }, query: address, signal })).items,
    }),
};

export function useAddProperty(agreementId: number) {
  const client = useQueryClient();
  return async (body: AddedProperty) => {
    const added = await callVersioned(propertyEndpoints.add, { params: { id: agreementId }, body });
    client.setQueryData(oneCampaign(agreementId).queryKey, added);
    void refreshLists(client);
  };
}

/** Changes the photo of a campaign's property. The screen then shows the server's state, whatever the outcome. */
export function usePhotoChanges(agreementId: number) {
  const client = useQueryClient();
  const params = { id: agreementId };
  const afterwards = thenRefresh(() => client.invalidateQueries({ queryKey: brandingOf(agreementId).queryKey }));
  return {
    set: (asset: number) => afterwards(call(photoEndpoints.set, { params, body: { asset } })),
    remove: () => afterwards(call(photoEndpoints.remove, { params })),
  };
}

export function usePropertyChanges(id: number, agreementId: number) {
  const client = useQueryClient();
  const query = propertyQueries.one(id);
  return {
    reload: () => client.fetchQuery({ ...query, staleTime: 0 }),
    save: async (body: SavedProperty, ifMatch: string | undefined) => {
      const saved = await callVersioned(propertyEndpoints.save, { params: { id }, body, ifMatch });
      client.setQueryData(query.queryKey, saved);
      // A campaign whose title is its address has a new title.
      await client.invalidateQueries({ queryKey: oneCampaign(agreementId).queryKey });
      void refreshLists(client);
    },
  };
}
