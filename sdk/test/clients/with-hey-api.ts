// The test copies this file beside the client that @hey-api/openapi-ts prints, compiles both and runs it.
import { client } from './hey/client.gen.ts';
import { campaignsCreate, campaignsList } from './hey/sdk.gen.ts';
import type { NewCampaign } from './hey/types.gen.ts';

export async function createdAndListed(baseUrl: string, token: string, newCampaign: unknown) {
  client.setConfig({ baseUrl, auth: token });
  const created = await campaignsCreate({ body: newCampaign as NewCampaign });
  if (!created.data) throw new Error(created.error?.displayText);
  const budget: number | null | undefined = created.data.campaignBudget;
  const listed = await campaignsList({ query: { perPage: 50, status: ['draft'] } });
  return { id: created.data.id, budget, ids: listed.data?.items.map(({ id }) => id) };
}
