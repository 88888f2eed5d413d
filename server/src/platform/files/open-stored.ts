import type { Readable } from 'node:stream';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { openFileKey } from '@kerb/server/platform/files/file-cipher.ts';
import { opened } from '@kerb/server/platform/files/received-file.ts';

type Stored = { storageKey: string; sealedFileKey: Buffer };

/** The content of a stored file. Its key comes first: if that fails, no file is open that nobody would close. */
export async function openStored({ fileStore, secrets }: Pick<Deps, 'fileStore' | 'secrets'>, file: Stored) {
  const key = openFileKey(secrets, file);
  const content: Readable = opened(await fileStore.get(file.storageKey), key);
  return content;
}
