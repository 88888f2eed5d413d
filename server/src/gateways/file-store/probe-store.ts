import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type FileStore, MissingFile, StoreFailure } from '@kerb/server/platform/ports/file-store.ts';

/** Stores, reads and removes an object. Returns what is wrong as one sentence; null if all three work. */
export async function probeStore(store: FileStore): Promise<string | null> {
  const key = `probe-${randomBytes(8).toString('hex')}`;
  const written = randomBytes(64);
  try {
    await store.put(key, Readable.from([written]));
    const read = await buffer(await store.get(key));
    await store.remove(key);
    return read.equals(written) ? null : 'The bucket returns other bytes than were stored.';
  } catch (error) {
    if (error instanceof MissingFile) return 'The bucket does not have what was stored a moment ago.';
    if (error instanceof StoreFailure) return error.message;
    throw error;
  }
}
