import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  assertStorageKey,
  diskFullCodes,
  type FileStore,
  MissingFile,
  StoreFailure,
} from '@kerb/server/platform/ports/file-store.ts';

/** An error of the file system, as the port names it. An error of the stream that is stored stays as it is. */
function asFailure(error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOENT') return new MissingFile('the folder has no such file', { cause: error });
  const isOurs = error.syscall !== undefined && !diskFullCodes.has(error.code ?? '');
  return isOurs ? new StoreFailure(`The folder of files cannot be used (${error.code}).`, { cause: error }) : error;
}

async function openFile(path: string): Promise<Readable> {
  const handle = await open(path);
  return handle.createReadStream();
}

/** Files in a folder of this machine: the sandbox's store, and enough for one server. */
export function folderStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    assertStorageKey(key);
    return join(folder, key.slice(0, 2), key);
  };
  const write = async (path: string, bytes: Readable) => {
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
  };
  const named = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      throw asFailure(error);
    });
  return {
    put: async (key, bytes) => named(write(pathOf(key), bytes)),
    get: async (key) => named(openFile(pathOf(key))),
    remove: async (key) => named(rm(pathOf(key), { force: true })),
  };
}
