// The test copies this file beside the types that openapi-typescript prints, compiles both and runs it.
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.ts';

export async function createdAndListed(baseUrl: string, token: string, newCampaign: unknown) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
  const body = newCampaign as components['schemas']['NewCampaign'];
  const created = await client.POST('/v1/agreements', { params: { header: {} }, body });
  if (!created.data) throw new Error(created.error.displayText);
  const budget: number | null | undefined = created.data.campaignBudget;
  const listed = await client.GET('/v1/agreements', { params: { query: { perPage: 50, status: ['draft'] } } });
  return { id: created.data.id, budget, ids: listed.data?.items.map(({ id }) => id) };
}
