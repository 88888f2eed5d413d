import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { organisationKeys } from '@kerb/web/features/organisations/organisations.queries.ts';
import { createStore } from '@kerb/web/platform/store.ts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** The organisation whose pages were opened last. */
export const activeOrganisation = createStore<number | null>(null);

/** The cache keys of an organisation's campaigns, its team and its invitations. */
const keysOf = (tenantId: number): QueryKey[] => [
  campaignKeys.list({ tenantId }),
  organisationKeys.members(tenantId),
  organisationKeys.invitations(tenantId),
];

/** Switching to another organisation drops the cached data of the last one. It is fetched again on return. */
export function useActiveOrganisation(tenantId: number | null): void {
  const client = useQueryClient();
  useEffect(() => {
    const last = activeOrganisation.get();
    if (tenantId === null || last === tenantId) return;
    activeOrganisation.set(tenantId);
    for (const queryKey of last === null ? [] : keysOf(last)) client.removeQueries({ queryKey });
  }, [client, tenantId]);
}
