import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { flowNumberTyped } from '@kerb/domain/agreements/flow-number.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { noCampaignFound } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { oneCampaign } from '@kerb/web/features/campaigns/one-campaign.queries.ts';
import { isNotFound } from '@kerb/web/platform/api-problem.ts';
import type { QueryClient } from '@tanstack/react-query';

type Opening = { client: QueryClient; open: (campaign: Agreement) => Promise<void> };

/** Opens the campaign with the typed Flow No., or says that there is none. Not in the first load. */
export async function openFlowNumber(typed: string, { client, open }: Opening): Promise<void> {
  const wanted = flowNumberTyped(typed);
  if (wanted === null) return toast.warning(noCampaignFound);
  toast.withdraw(noCampaignFound);
  try {
    await open((await client.fetchQuery(oneCampaign(wanted))).value);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    toast.warning(noCampaignFound);
  }
}
