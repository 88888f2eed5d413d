/** How much to trim from each side, in per cent. */
export type Trims = { left: number; right: number; top: number; bottom: number };
export const noTrims: Trims = { left: 0, right: 0, top: 0, bottom: 0 };

/** Twice the largest display size of a logo, for high-resolution screens. */
const mostWidth = 640;
const mostHeight = 240;

type Size = { width: number; height: number };

/** The part of a picture to keep, and its size: never larger than the original. */
export function cropOf({ width, height }: Size, { left, right, top, bottom }: Trims) {
  const part = {
    x: (width * left) / 100,
    y: (height * top) / 100,
    width: Math.max(1, (width * (100 - left - right)) / 100),
    height: Math.max(1, (height * (100 - top - bottom)) / 100),
  };
  const scale = Math.min(1, mostWidth / part.width, mostHeight / part.height);
  return {
    part,
    kept: {
      width: Math.max(1, Math.round(part.width * scale)),
      height: Math.max(1, Math.round(part.height * scale)),
    },
  };
}

/** Draws the kept part of a picture. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, trims: Trims): void {
  const { part, kept } = cropOf(picture, trims);
  canvas.width = kept.width;
  canvas.height = kept.height;
  canvas.getContext('2d')?.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, kept.width, kept.height);
}

export const pictureFrom = (canvas: HTMLCanvasElement, name: string): Promise<File | null> =>
  new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob && new File([blob], name, { type: 'image/png' })), 'image/png');
  });
