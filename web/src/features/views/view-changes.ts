import { type SavedListView, type ViewedList, viewEndpoints } from '@kerb/domain/views/views.contract.ts';
import { viewQueries } from '@kerb/web/features/views/views.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { useQueryClient } from '@tanstack/react-query';

export function useViewChanges(list: ViewedList) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: viewQueries.list(list).queryKey });
  return {
    save: async (view: Omit<SavedListView, 'list'>) => {
      const saved = await call(viewEndpoints.save, { body: { list, ...view } });
      await refresh();
      return saved;
    },
    remove: async (id: number) => {
      await call(viewEndpoints.remove, { params: { id } });
      await refresh();
    },
  };
}
