import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '@kerb/server/platform/ports/file-store.ts';

/** Files in a folder of this machine: the sandbox's store, and enough for one server. */
export function folderStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!/^[\w-]+$/.test(key)) throw new RangeError('a storage key may have only letters, digits, _ and -');
    return join(folder, key.slice(0, 2), key);
  };
  return {
    put: async (key, bytes) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Written to a temporary file and then renamed, so that a reader never sees half a file.
      const part = `${path}.part`;
      try {
        await pipeline(bytes, createWriteStream(part, { flush: true, mode: 0o600 }));
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    get: async (key) => createReadStream(pathOf(key)),
    remove: async (key) => rm(pathOf(key), { force: true }),
  };
}
