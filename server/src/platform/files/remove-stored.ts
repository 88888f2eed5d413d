import type { Deps } from '@kerb/server/platform/deps.ts';

/**
 * Removes stored bytes that no record points to any more. It never fails: without its record's key nobody can read
 * what is left behind, so a failure costs space and is logged.
 */
export async function removeStored({ fileStore, log }: Pick<Deps, 'fileStore' | 'log'>, key: string): Promise<void> {
  try {
    await fileStore.remove(key);
  } catch (error) {
    log.warn({ err: error, storageKey: key }, 'a stored file could not be removed');
  }
}
