import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type FileStore, MissingFile, StoreFailure } from '@kerb/server/platform/ports/file-store.ts';

/** A start and `npm run move-files` ask for objects that may be missing, so a missing one must be answered as such. */
async function isMissing(store: FileStore, key: string): Promise<boolean> {
  try {
    (await store.get(key)).destroy();
    return false;
  } catch (error) {
    if (error instanceof MissingFile) return true;
    throw error;
  }
}

/**
 * Stores, reads and removes an object, and asks for it again. Returns what is wrong in a sentence; null if all of it
 * works.
 */
export async function probeStore(store: FileStore): Promise<string | null> {
  const key = `probe-${randomBytes(8).toString('hex')}`;
  const written = randomBytes(64);
  try {
    await store.put(key, Readable.from([written]));
    const read = await buffer(await store.get(key));
    await store.remove(key);
    if (!read.equals(written)) return 'The bucket returns other bytes than were stored.';
    return (await isMissing(store, key)) ? null : 'The bucket still has what was removed a moment ago.';
  } catch (error) {
    if (error instanceof MissingFile) return 'The bucket does not have what was stored a moment ago.';
    if (error instanceof StoreFailure) return error.message;
    throw error;
  }
}
