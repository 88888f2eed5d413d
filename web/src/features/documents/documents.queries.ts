import { type Asset, type AttachmentPurpose, documentEndpoints } from '@kerb/domain/documents/documents.contract.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { type OnProgress, upload } from '@kerb/web/platform/files.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

export const documentQueries = {
  /** Every document of a campaign that the reader may see; the groups on its page share it. */
  of: (agreementId: number) =>
    queryOptions({
      queryKey: ['documents', agreementId],
      queryFn: async ({ signal }) => (await call(documentEndpoints.list, { query: { agreementId }, signal })).items,
    }),
};

export type SendOptions = { signal: AbortSignal; onProgress: OnProgress };

/** Sends a file to the organisation whose campaign it is for. It is filed with nothing yet. */
export function sendFile(tenantId: number, file: File, { signal, onProgress }: SendOptions): Promise<Asset> {
  const form = new FormData();
  // Before the file: the server reads the parts as they come.
  form.append('tenantId', String(tenantId));
  form.append('asset', file, file.name);
  return upload(documentEndpoints.upload, form, { signal, onProgress });
}

/** The changes that a campaign's documents take, each leaving the screen with what the server now holds. */
export function useDocumentChanges(agreementId: number) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: documentQueries.of(agreementId).queryKey }),
      client.invalidateQueries({ queryKey: campaignKeys.log(agreementId) }),
    ]);
  const afterwards = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } finally {
      await refresh();
    }
  };
  return {
    attach: (asset: number, purpose: AttachmentPurpose, signal?: AbortSignal) =>
      afterwards(
        call(documentEndpoints.attach, {
          body: { agreement: agreementId, asset, purpose },
          ...(signal && { signal }),
        }),
      ),
    refile: (id: number, purpose: AttachmentPurpose) =>
      afterwards(call(documentEndpoints.refile, { params: { id }, body: { purpose } })),
    remove: (id: number) => afterwards(call(documentEndpoints.remove, { params: { id } })),
  };
}
