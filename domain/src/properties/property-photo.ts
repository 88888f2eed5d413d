import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';

/** The widths in which a photo of a property is sent. The widest is what is stored. */
export const photoWidths = ['320', '640', '1280'] as const;
export type PhotoWidth = (typeof photoWidths)[number];
const widest = 1280;

type Size = { width: number; height: number };

/** Every photo has this shape, so that a page can reserve its place before it loads. Cameras make this shape too. */
const widthByHeight = 3 / 2;
export const photoBox = (width: number): Size => ({ width, height: Math.round(width / widthByHeight) });

/** A smaller picture would be blurred on a phone. */
export const smallestPhoto: Size = photoBox(480);
const inPixels = ({ width, height }: Size) => `${width} by ${height} pixels`;
export const photoTooSmall = `The photo is too small. Choose one that is at least ${inPixels(smallestPhoto)}.`;

/** The largest part of a picture in the shape of a photo, never enlarged; null if the picture is too small. */
export function photoSize({ width, height }: Size): Size | null {
  const size = photoBox(Math.min(widest, width, Math.floor(height * widthByHeight)));
  return size.width < smallestPhoto.width ? null : size;
}

export const photoLabel = 'Photo';
export const photoHint =
  'The payers see it. JPEG, PNG or WebP, at most 8 MB. Place and camera are removed from the file.';

/** A photo shows the campaign's property, so the campaign needs one. Nothing in a photo is signed or approved. */
export const decidePhoto = ({ propertyId }: { propertyId: number | null }): Decision<null> =>
  propertyId === null ? refuse('no-property', 'Add the property before its photo.') : allow(null);
