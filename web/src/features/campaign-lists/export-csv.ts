import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import { saveDownload } from '@kerb/web/design/save-download.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';

/** Saves an endpoint's records as a spreadsheet, under the server's file name. */
export async function exportCsv<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  fallbackName = 'Export.csv',
): Promise<void> {
  try {
    const nameOf = (given: string | null) => given ?? fallbackName;
    await saveDownload(endpoint, input, { text: 'Exporting...', accept: 'text/csv', nameOf });
  } catch (problem) {
    toast.error(problem);
  }
}
