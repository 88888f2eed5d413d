import { type Agreement, agreementEndpoints } from '@kerb/domain/agreements/agreements.contract.ts';
import { type AgreementStatus, isFinal } from '@kerb/domain/vocabulary/agreement-status.ts';
import { campaignKeys, refreshLists } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { oneCampaign } from '@kerb/web/features/campaigns/one-campaign.queries.ts';
import { callVersioned, type Versioned } from '@kerb/web/platform/api-client.ts';
import { useSession } from '@kerb/web/platform/session.tsx';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';

type SavedAgreement = CallInput<typeof agreementEndpoints.save>['body'];

/** Refreshes a campaign with all its parts, and the lists that show it. */
export const refreshCampaign = (client: QueryClient, id: number) =>
  Promise.all([client.invalidateQueries({ queryKey: campaignKeys.one(id) }), refreshLists(client)]);

/** Saves a campaign or changes its status; afterwards the screen shows the server's new state. */
export function useCampaignChanges(id: number) {
  const client = useQueryClient();
  const { onlyAgreementId } = useSession();
  const { queryKey } = oneCampaign(id);
  const params = { id };
  /** Others' changes are read at any time: a read that began before this change must not replace its outcome. */
  const dropReads = () => client.cancelQueries({ queryKey, exact: true });

  return {
    reload: () => client.fetchQuery({ ...oneCampaign(id), staleTime: 0 }),
    save: async (body: SavedAgreement, ifMatch: string | undefined) => {
      const saved = await callVersioned(agreementEndpoints.save, { params, body, ifMatch });
      await dropReads();
      client.setQueryData(queryKey, saved);
      // The response is the campaign itself: only its parts are read again.
      void client.invalidateQueries({ queryKey, predicate: (query) => query.queryKey.length > queryKey.length });
      void refreshLists(client);
    },
    setStatus: async (status: AgreementStatus, ifMatch: string | undefined, reason?: string) => {
      try {
        const { value, version } = await callVersioned(agreementEndpoints.setStatus, {
          params,
          body: { status, ...(reason !== undefined && { reason }) },
          ifMatch,
        });
        await dropReads();
        client.setQueryData(queryKey, (old: Versioned<Agreement> | undefined) =>
          old ? { value: { ...old.value, ...value }, version } : old,
        );
      } catch (error) {
        void refreshCampaign(client, id);
        throw error;
      }
      // A payer's Payment URL ends with the campaign: fetching it again would only show an expired session.
      if (onlyAgreementId === undefined || !isFinal(status)) void refreshCampaign(client, id);
    },
  };
}
