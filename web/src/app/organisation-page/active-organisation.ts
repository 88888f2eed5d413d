import { createStore } from '@kerb/web/platform/store.ts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** The organisation whose pages were opened last. */
export const activeOrganisation = createStore<number | null>(null);

const listedOf = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && 'tenantId' in part ? part.tenantId : undefined;

/** Its campaigns, its team and its invitations. */
function isLoadedOf(tenantId: number, [room, what, of]: QueryKey): boolean {
  if (room === 'agreements') return what === 'list' && listedOf(of) === tenantId;
  return room === 'organisations' && ['members', 'invitations'].includes(String(what)) && of === tenantId;
}

/** Whoever switches to another organisation leaves nothing of the last one loaded: it is read anew on return. */
export function useActiveOrganisation(tenantId: number | null): void {
  const client = useQueryClient();
  useEffect(() => {
    const last = activeOrganisation.get();
    if (tenantId === null || last === tenantId) return;
    activeOrganisation.set(tenantId);
    if (last !== null) client.removeQueries({ predicate: ({ queryKey }) => isLoadedOf(last, queryKey) });
  }, [client, tenantId]);
}
