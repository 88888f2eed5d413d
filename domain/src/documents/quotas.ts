const megabyte = 1_048_576;

/** How many files a person may have that nothing uses yet, and how many in all; null: no limit of their own. */
export type UploadQuota = {
  looseFiles: number;
  looseBytes: number;
  allFiles: number | null;
  allBytes: number | null;
  /** After this time a file that nothing uses is deleted. */
  looseMinutes: number;
};

/** A payer's limits are for one organisation. The organisation's own limit counts for everybody but the product. */
// biome-ignore format: a table
export const uploadQuotas = {
  payer: { looseFiles: 5,  looseBytes: 20 * megabyte,  allFiles: 25,   allBytes: 60 * megabyte, looseMinutes: 60 },
  team:  { looseFiles: 50, looseBytes: 400 * megabyte, allFiles: null, allBytes: null,          looseMinutes: 24 * 60 },
} as const satisfies Record<string, UploadQuota>;

export const organisationBytes = 5 * 1024 * megabyte;

export const organisationIsFull = 'This organisation has no room left for files. Ask support for more.';
export const tooManyLoose = 'Several of your files are uploaded and not used yet. Wait a moment, then try again.';
export const payerIsFull = (phone: string): string =>
  `You have uploaded as much as we can keep. Remove a file, or call us on ${phone}.`;

export type Kept = { files: number; bytes: number; looseFiles: number; looseBytes: number };

/** Why one more file of this size is refused; null if there is room. */
export function quotaRefusal(quota: UploadQuota, kept: Kept, size: number): 'loose' | 'all' | null {
  const isOver = (now: number, more: number, most: number | null) => most !== null && now + more > most;
  if (isOver(kept.files, 1, quota.allFiles) || isOver(kept.bytes, size, quota.allBytes)) return 'all';
  const isLoose = isOver(kept.looseFiles, 1, quota.looseFiles) || isOver(kept.looseBytes, size, quota.looseBytes);
  return isLoose ? 'loose' : null;
}
