import { logoBox } from '@kerb/domain/organisations/settings.contract.ts';
import { portraitPixels } from '@kerb/domain/people/photo.ts';
import { photoSize } from '@kerb/domain/properties/property-photo.ts';
import { RefusedFile, refusedFor } from '@kerb/server/platform/files/refused-file.ts';
import sharp, { type Sharp } from 'sharp';

/** More than any phone's camera makes. Counted over all frames, before a picture is decoded. */
const mostPixels = 40_000_000;

// Anyone can upload pictures, so only the four decoders that we use are enabled, and nothing is cached.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});
sharp.cache(false);
sharp.concurrency(1);

export type PictureForm = 'jpeg' | 'png' | 'gif' | 'webp';

// biome-ignore format: a table
const written: Record<PictureForm, (picture: Sharp) => Sharp> = {
  jpeg: (picture) => picture.jpeg({ quality: 90 }),
  png:  (picture) => picture.png(),
  gif:  (picture) => picture.gif(),
  webp: (picture) => picture.webp({ quality: 90 }),
};

/** Replaces sharp's own message, which is about bytes, by one that a user understands. */
function refusalOf(error: unknown) {
  if (error instanceof RefusedFile) return error;
  return refusedFor(/pixel limit/i.test((error as Error).message) ? 'hugePicture' : 'badPicture');
}

/** Re-encodes the picture upright. Everything except the pixels (locations, cameras, hidden files) is dropped. */
export async function redrawn(bytes: Buffer, form: PictureForm): Promise<Buffer> {
  const isAnimated = form === 'gif' || form === 'webp';
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: isAnimated });
    return await written[form](picture.autoOrient()).timeout({ seconds: 30 }).toBuffer();
  } catch (error) {
    throw refusalOf(error);
  }
}

export type Box = { width: number; height: number };

/** The same as a thumbnail: the first frame, complete, never larger than the original. */
export async function thumbnail(bytes: Buffer, box: Box): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85 })
      .timeout({ seconds: 30 })
      .toBuffer();
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The same as a logo: the first frame, complete, inside the box of logos. */
export async function logo(bytes: Buffer): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({ ...logoBox, fit: 'inside', withoutEnlargement: true })
      .png()
      .timeout({ seconds: 30 })
      .toBuffer();
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The same as a small square, for the round photo beside a name. */
export async function portrait(bytes: Buffer): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize(portraitPixels, portraitPixels, { fit: 'cover' })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 85 })
      .timeout({ seconds: 30 })
      .toBuffer();
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The same as a photo of a property: the first frame, its middle in the shape of a photo, at most 1280 pixels wide. */
export async function photo(bytes: Buffer): Promise<Buffer> {
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
    const size = photoSize((await picture.metadata()).autoOrient);
    if (!size) throw refusedFor('smallPhoto');
    return await picture
      .autoOrient()
      .resize({ ...size, fit: 'cover' })
      .flatten({ background: '#fff' })
      .webp({ quality: 85 })
      .timeout({ seconds: 30 })
      .toBuffer();
  } catch (error) {
    throw refusalOf(error);
  }
}
