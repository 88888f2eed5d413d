import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { download, saveFile } from '@kerb/web/platform/files.ts';
import { addressOf, type CallInput } from '@kerb/web/platform/transport.ts';

type SaveOptions = {
  /** The file's name. `given` is the name in the server's answer. */
  nameOf: (given: string | null) => string;
  text?: string;
  /** Chooses the endpoint's CSV variant. */
  accept?: string;
};

const running = new Map<string, Promise<void>>();

async function save<E extends Endpoint>(endpoint: E, input: CallInput<E>, options: SaveOptions): Promise<void> {
  const { nameOf, text = 'Downloading...', accept } = options;
  const { blob, fileName } = await withProgress(text, (onProgress) =>
    download(endpoint, input, { onProgress, ...(accept && { accept }) }),
  );
  saveFile(blob, nameOf(fileName));
}

/** Downloads and saves a file. Pressed again while it runs, it saves no second file and reports no second problem. */
export function saveDownload<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: SaveOptions,
): Promise<void> {
  const key = `${addressOf(endpoint, input)} ${options.accept ?? ''}`;
  const earlier = running.get(key);
  // The first press shows the problem.
  if (earlier !== undefined) return earlier.catch(() => undefined);
  const task = save(endpoint, input, options).finally(() => running.delete(key));
  running.set(key, task);
  return task;
}
