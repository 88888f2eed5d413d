import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Box, thumbnail } from '@kerb/server/platform/files/picture.ts';
import { turns } from '@kerb/server/platform/files/turns.ts';

export const thumbnailType = 'image/webp';

/** Unpacking a picture takes memory: two at a time, however many are asked for. */
const inTurn = turns(2);

export const thumbnailOf = (open: () => Promise<Readable>, box: Box): Promise<Buffer> =>
  inTurn(async () => thumbnail(await buffer(await open()), box));

const mostRemembered = 500;

/** Small pictures that everybody of an organisation asks for on every page, drawn once: a key always means the same. */
export function thumbnailMemory() {
  const drawn = new Map<string, Promise<Buffer>>();
  return (key: string, draw: () => Promise<Buffer>): Promise<Buffer> => {
    const known = drawn.get(key);
    if (known !== undefined) return known;
    const [oldest] = drawn.keys();
    if (drawn.size >= mostRemembered && oldest !== undefined) drawn.delete(oldest);
    const drawing = draw();
    drawn.set(key, drawing);
    drawing.catch(() => drawn.delete(key));
    return drawing;
  };
}
