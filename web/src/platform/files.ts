import { totalRowsHeader } from '@kerb/domain/reports/total-rows.ts';
import type { Endpoint, OutputOf } from '@kerb/domain/wire/endpoint.ts';
import { networkProblem, problemFrom } from '@kerb/web/platform/api-problem.ts';
import { changesAreOffProblem, respond, withToken } from '@kerb/web/platform/authorised.ts';
import { type CallInput, readAnswer, requestOf } from '@kerb/web/platform/transport.ts';
import { changesAreOff } from '@kerb/web/platform/view-as.ts';

/** The share from 0 to 1. Not called if the size is unknown. */
export type OnProgress = (share: number) => void;

type UploadOptions = { onProgress?: OnProgress; signal?: AbortSignal };
type Sent = { form: FormData; headers: Record<string, string> };

const aborted = () => new DOMException('The upload was cancelled.', 'AbortError');

function sendForm(address: string, { form, headers }: Sent, { onProgress, signal }: UploadOptions): Promise<Response> {
  // fetch cannot report the progress of an upload.
  return new Promise((resolve, reject) => {
    if (signal?.aborted) throw aborted();
    const request = new XMLHttpRequest();
    request.open('POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onerror = () => reject(networkProblem());
    request.onabort = () => reject(aborted());
    request.onload = () => {
      const { status, responseText } = request;
      if (status < 200 || status > 299) reject(problemFrom(status, responseText));
      else resolve(new Response(status === 204 ? null : responseText, { status }));
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

export async function upload<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  options: UploadOptions = {},
): Promise<OutputOf<E>> {
  if (changesAreOff()) throw changesAreOffProblem();
  const response = await withToken((headers) => sendForm(endpoint.path, { form, headers }, options));
  return (await readAnswer(endpoint, response)) as OutputOf<E>;
}

export type Downloaded = { blob: Blob; fileName: string | null };
type DownloadOptions = { accept?: string; onProgress?: OnProgress };

/** A file of an endpoint; `accept` chooses its CSV variant. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { accept, onProgress }: DownloadOptions = {},
): Promise<Downloaded> {
  const { address, init } = requestOf(endpoint, input);
  const headers = { ...init.headers, ...(accept && { accept }) };
  const response = await respond(endpoint, address, { ...init, headers });
  const fileName = fileNameIn(response.headers.get('content-disposition'));
  return { blob: await readBlob(response, onProgress), fileName };
}

/** Computes the progress from each chunk; null if the response has no total. */
function progressOf({ headers }: Response): ((part: Uint8Array) => number) | null {
  // A file is streamed while it is generated, so its number of records is known beforehand but its length is not.
  const rows = Number(headers.get(totalRowsHeader));
  if (rows) {
    const recordsIn = countRecords();
    return (part) => (recordsIn(part) - 1) / rows;
  }
  // The length of a compressed response is not the length of its content.
  const length = headers.has('content-encoding') ? 0 : Number(headers.get('content-length'));
  let received = 0;
  return length
    ? (part) => {
        received += part.byteLength;
        return received / length;
      }
    : null;
}

/** Counts the ends of records, CR LF, over all chunks so far: a lone LF is a line break inside a cell. */
function countRecords(): (part: Uint8Array) => number {
  const [cr, lf] = [13, 10];
  let records = 0;
  let last = 0;
  return (part) => {
    for (let at = part.indexOf(lf); at !== -1; at = part.indexOf(lf, at + 1)) {
      if ((at === 0 ? last : part[at - 1]) === cr) records += 1;
    }
    last = part.at(-1) ?? last;
    return records;
  };
}

async function readBlob(response: Response, onProgress?: OnProgress): Promise<Blob> {
  const shareAfter = progressOf(response);
  if (!response.body || !onProgress || !shareAfter) {
    return response.blob().catch((error) => Promise.reject(networkProblem(error)));
  }
  const parts: BlobPart[] = [];
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error) => Promise.reject(networkProblem(error)));
    if (done) break;
    parts.push(value);
    onProgress(Math.min(Math.max(shareAfter(value), 0), 1));
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

export function fileNameIn(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null;
}

/** Saves a file under a name, by the browser's download. */
export function saveFile(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A browser that cannot show PDFs would save it, and leave the tab empty. */
const openTab = (): Window | null => (navigator.pdfViewerEnabled ? window.open('', '_blank') : null);

/** The files that are being opened. */
const loading = new Set<string>();

/**
 * Shows a PDF in a new tab. The tab is opened during the click, because browsers block a later one. The address
 * contains no token, because the tab shows bytes that are loaded already. If no tab can be opened, the file is saved.
 * A second click while the file loads does nothing.
 */
export async function showPdf(file: () => Promise<Downloaded>, fileName: string): Promise<void> {
  if (loading.has(fileName)) return;
  loading.add(fileName);
  const tab = openTab();
  if (tab) tab.opener = null;
  try {
    const { blob, fileName: given } = await file();
    // The user closed the tab while it loaded: do nothing.
    if (tab?.closed) return;
    if (!tab) return saveFile(blob, given ?? fileName);
    const address = URL.createObjectURL(blob);
    tab.location.replace(address);
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (error) {
    tab?.close();
    throw error;
  } finally {
    loading.delete(fileName);
  }
}
