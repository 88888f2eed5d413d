import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { download, saveFile } from '@kerb/web/platform/files.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';

/** Saves an endpoint's records as a spreadsheet, under the server's file name. */
export async function exportCsv<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  fallbackName = 'Export.csv',
): Promise<void> {
  try {
    const { blob, fileName } = await withProgress('Exporting...', (onProgress) =>
      download(endpoint, input, { accept: 'text/csv', onProgress }),
    );
    saveFile(blob, fileName ?? fallbackName);
  } catch (problem) {
    toast.error(problem);
  }
}
