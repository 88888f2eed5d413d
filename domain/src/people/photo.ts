import { fileRefusals, kindByName } from '@kerb/domain/documents/accepted-files.ts';
import { largestFileBytes } from '@kerb/domain/documents/documents.contract.ts';

export const photoTooLarge = 'Photo too large. Maximum upload size 8MB';
export const notPhoto = 'Choose a picture: JPEG, PNG, GIF or WebP.';
export const photoTypes = 'image/jpeg,image/png,image/gif,image/webp';

export const portraitPixels = 256;

const pictures = ['jpeg', 'png', 'gif', 'webp'];

/** Why a photo would be refused by its name or size; null if it is worth uploading. */
export function photoRefusal({ name, size }: { name: string; size: number }): string | null {
  if (size > largestFileBytes) return photoTooLarge;
  if (size === 0) return fileRefusals.empty;
  return pictures.includes(kindByName(name) ?? '') ? null : notPhoto;
}
