import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Box, thumbnail } from '@kerb/server/platform/files/picture.ts';
import pLimit from 'p-limit';

export const thumbnailType = 'image/webp';

/** Decoding a picture takes memory, so at most two are decoded at a time. */
const twoAtOnce = pLimit(2);

export const thumbnailOf = (open: () => Promise<Readable>, box: Box): Promise<Buffer> =>
  twoAtOnce(async () => thumbnail(await buffer(await open()), box));

const mostRemembered = 500;

/** A cache of thumbnails that everybody in an organisation requests on every page. A key's content never changes. */
export function thumbnailCache() {
  const drawn = new Map<string, Promise<Buffer>>();
  return (key: string, draw: () => Promise<Buffer>): Promise<Buffer> => {
    const known = drawn.get(key);
    if (known !== undefined) return known;
    const [oldest] = drawn.keys();
    if (drawn.size >= mostRemembered && oldest !== undefined) drawn.delete(oldest);
    const drawing = draw();
    drawn.set(key, drawing);
    // The caller gets the error. Here it only makes the next caller render again.
    drawing.catch(() => drawn.delete(key));
    return drawing;
  };
}
