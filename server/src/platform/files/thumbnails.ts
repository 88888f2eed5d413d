import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Box, thumbnail } from '@kerb/server/platform/files/picture.ts';
import type { QueueOwner } from '@kerb/server/platform/queues/fair-queue.ts';
import { keptResults } from '@kerb/server/platform/queues/kept-results.ts';
import { lanes } from '@kerb/server/platform/queues/lanes.ts';

export const thumbnailType = 'image/webp';

/** By storage key, whose content never changes. */
const kept = keptResults(32 * 1_048_576);

type Asked = {
  storageKey: string;
  box: Box;
  /** Whose turn of drawing it takes. */
  owner: QueueOwner;
  open: () => Promise<Readable>;
  /** False for pictures that must not stay in memory. */
  isKept: boolean;
};

export async function thumbnailOf({ storageKey, box, owner, open, isKept }: Asked): Promise<Buffer> {
  const key = `${storageKey} ${box.width} ${box.height}`;
  const draw = async () => {
    const known = kept.get(key);
    if (known) return known;
    const bytes = await thumbnail(await buffer(await open()), box);
    return isKept ? kept.keep(key, bytes) : bytes;
  };
  return kept.get(key) ?? lanes.thumbnails.run(owner, draw);
}
