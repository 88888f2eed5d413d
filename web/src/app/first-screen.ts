import type { Actor } from '@kerb/domain/access/actor.ts';
import { campaignListCalls } from '@kerb/domain/agreements/campaign-list-calls.ts';
import { startPages } from '@kerb/domain/shell/navigation.ts';
import { callPlain } from '@kerb/web/platform/plain-call.ts';

export type FirstScreen =
  | { to: '/' }
  | { to: '/today' }
  | { to: '/applications' }
  | { to: '/applications/$applicationId'; params: { applicationId: number } };

/** The ids of the vendor's first campaigns; two are enough to know whether there is exactly one. */
async function firstCampaigns(): Promise<number[]> {
  const { items } = await callPlain(campaignListCalls.list, { query: { page: 1, perPage: 2, sortBy: 'id' } });
  return items.map((agreement) => agreement.id);
}

/** The screen that `/` redirects to, by role. */
export async function firstScreen(actor: Actor, campaigns = firstCampaigns): Promise<FirstScreen> {
  const { root: first } = startPages[actor.role];
  if (first !== '/applications') return { to: first };
  const ids = actor.onlyAgreementId === undefined ? await campaigns() : [actor.onlyAgreementId];
  const [only] = ids;
  return only !== undefined && ids.length === 1
    ? { to: '/applications/$applicationId', params: { applicationId: only } }
    : { to: first };
}
