import { type Asset, documentEndpoints } from '@kerb/domain/documents/documents.contract.ts';
import { saveDownload } from '@kerb/web/design/save-download.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { download } from '@kerb/web/platform/files.ts';

export type PreviewKind = 'picture' | 'page';

/** How a file can be previewed; null if it must be downloaded. */
export function previewKindOf({ contentType }: Pick<Asset, 'contentType'>): PreviewKind | null {
  if (contentType === 'application/pdf') return 'page';
  return contentType.startsWith('image/') ? 'picture' : null;
}

/**
 * The bytes of a file for display. Their type is the one that the server detected in the content, never the response's
 * header: an HTML page would run scripts, a picture or a PDF cannot.
 */
export async function bytesOf({ id, contentType }: Asset, signal?: AbortSignal): Promise<Blob> {
  const { blob } = await download(documentEndpoints.download, { params: { id }, ...(signal && { signal }) });
  return new Blob([blob], { type: contentType });
}

export async function saveDocument({ id, fileName }: Asset): Promise<void> {
  try {
    await saveDownload(documentEndpoints.download, { params: { id } }, { nameOf: () => fileName });
  } catch (problem) {
    toast.error(problem);
  }
}
