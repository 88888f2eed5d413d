import { type SavedSharedView, sharedViewEndpoints } from '@kerb/domain/views/shared-views.contract.ts';
import { sharedViewQueries } from '@kerb/web/features/views/shared-views.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { useQueryClient } from '@tanstack/react-query';

export function useSharedViewChanges(tenantId: number) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: sharedViewQueries.list(tenantId).queryKey });
  return {
    share: async (view: SavedSharedView) => {
      const shared = await call(sharedViewEndpoints.save, { params: { tenantId }, body: view });
      await refresh();
      return shared;
    },
    remove: async (viewId: number) => {
      await call(sharedViewEndpoints.remove, { params: { tenantId, viewId } });
      await refresh();
    },
  };
}
