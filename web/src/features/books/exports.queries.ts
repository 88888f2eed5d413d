import { exportEndpoints } from '@kerb/domain/books/exports.contract.ts';
import type { AccountingSystem } from '@kerb/domain/books/journal-files.ts';
import { saveDownload } from '@kerb/web/design/save-download.ts';
import { bookKeys } from '@kerb/web/features/books/books.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

export const codesQuery = queryOptions({
  queryKey: [...bookKeys.all, 'account-codes'],
  queryFn: ({ signal }) => call(exportEndpoints.codes, { signal }),
});

export type SavedCodes = CallInput<typeof exportEndpoints.saveCodes>['body'];

const download = (id: number, system: AccountingSystem): Promise<void> =>
  saveDownload(
    exportEndpoints.file,
    { params: { id, system } },
    { nameOf: (given) => given ?? `journal-${id}-${system}.txt` },
  );

export function useExports() {
  const client = useQueryClient();
  const afterwards = thenRefresh(() => client.invalidateQueries({ queryKey: bookKeys.all }));
  return {
    saveCodes: (body: SavedCodes) => afterwards(call(exportEndpoints.saveCodes, { body })),
    make: (id: number, system: AccountingSystem) =>
      afterwards(call(exportEndpoints.make, { params: { id }, body: { system } })),
    download,
  };
}
