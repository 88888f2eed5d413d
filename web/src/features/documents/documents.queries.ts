import { type Asset, type AttachmentPurpose, documentEndpoints } from '@kerb/domain/documents/documents.contract.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import { type OnProgress, upload } from '@kerb/web/platform/files.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

export const documentQueries = {
  /** All documents of a campaign that the reader may see. The groups on its page share this query. */
  of: (agreementId: number) =>
    queryOptions({
      queryKey: campaignKeys.part(agreementId, 'documents'),
      queryFn: async ({ signal }) => (await call(documentEndpoints.list, { query: { agreementId }, signal })).items,
    }),
};

export type SendOptions = { purpose: AttachmentPurpose; signal: AbortSignal; onProgress: OnProgress };

/** Uploads a file to the campaign's organisation. It is not attached yet, and can be attached for this purpose only. */
export function sendFile(tenantId: number, file: File, { purpose, signal, onProgress }: SendOptions): Promise<Asset> {
  const form = new FormData();
  // Append this before the file: the server reads the parts in order.
  form.append('tenantId', String(tenantId));
  form.append('purpose', purpose);
  form.append('asset', file, file.name);
  return upload(documentEndpoints.upload, form, { signal, onProgress });
}

type NewAttachment = {
  asset: number;
  purpose: AttachmentPurpose;
  /** The payer whom the document is about. */
  signatory?: number | undefined;
  signal?: AbortSignal;
};

/** The changes to a campaign's documents. Each one updates the screen with the server's new state. */
export function useDocumentChanges(agreementId: number) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: documentQueries.of(agreementId).queryKey }),
      client.invalidateQueries({ queryKey: campaignKeys.log(agreementId) }),
    ]);
  const afterwards = thenRefresh(refresh);
  return {
    attach: ({ signal, ...filed }: NewAttachment) =>
      afterwards(
        call(documentEndpoints.attach, { body: { agreement: agreementId, ...filed }, ...(signal && { signal }) }),
      ),
    refile: (id: number, purpose: AttachmentPurpose) =>
      afterwards(call(documentEndpoints.refile, { params: { id }, body: { purpose } })),
    remove: (id: number) => afterwards(call(documentEndpoints.remove, { params: { id } })),
  };
}
