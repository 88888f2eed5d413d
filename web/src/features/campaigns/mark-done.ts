import type { AgreementRow } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { campaignKeys, refreshLists } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';

type Listed = { items: AgreementRow[] };

/** Removes the flag from the cached lists at once, before they are fetched again. */
function takeFlagOff(client: QueryClient, id: number): void {
  client.setQueriesData<Listed>(
    { queryKey: campaignKeys.lists },
    (list) =>
      list && { ...list, items: list.items.map((row) => (row.id === id ? { ...row, actionSuggested: false } : row)) },
  );
}

/** Removes the suggested action from a campaign. */
export function useMarkDone(): (row: Pick<AgreementRow, 'id'>) => Promise<void> {
  const client = useQueryClient();
  return async ({ id }) => {
    try {
      // The contract of one campaign is large, and most people who open a list do not need it.
      const { takeFlagOffCampaign } = await import('@kerb/web/features/campaigns/take-flag-off.ts');
      await takeFlagOffCampaign(id);
      takeFlagOff(client, id);
      toast.success('Done');
      void client.invalidateQueries({ queryKey: campaignKeys.one(id) });
      void refreshLists(client);
    } catch (problem) {
      toast.error(problem);
    }
  };
}
