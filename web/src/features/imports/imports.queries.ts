import type { NewImport } from '@kerb/domain/imports/imports.contract.ts';
import type { ImportSpec } from '@kerb/web/features/imports/import-spec.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import { useIdempotentRequest } from '@kerb/web/platform/idempotent-request.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

export const importQueries = {
  list: ({ key, list }: ImportSpec) =>
    queryOptions({ queryKey: ['imports', key, 'list'], queryFn: ({ signal }) => list(signal) }),
  one: ({ key, get }: ImportSpec, importId: number) =>
    queryOptions({ queryKey: ['imports', key, 'one', importId], queryFn: ({ signal }) => get(importId, signal) }),
};

/** Each change is sent with one key until its outcome is known, so that no row is imported twice. */
export function useImportChanges(spec: ImportSpec) {
  const client = useQueryClient();
  const importOnce = useIdempotentRequest<NewImport>();
  const undoOnce = useIdempotentRequest<{ importId: number }>();
  const afterwards = thenRefresh(() =>
    Promise.all(
      [['imports', spec.key], ...spec.changes].map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })),
    ),
  );
  return {
    create: (body: NewImport) => afterwards(importOnce(body, spec.create)),
    undo: (importId: number) => afterwards(undoOnce({ importId }, (body, key) => spec.undo(body.importId, key))),
  };
}
