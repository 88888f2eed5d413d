import { fileTooLarge, largestFileBytes } from '@kerb/domain/documents/documents.contract.ts';

/** The kinds of file that are taken, by how their names end. What is inside is looked at by the server. */
// biome-ignore format: a table
export const acceptedEndings = {
  pdf:  ['pdf'],
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  png:  ['png'],
  gif:  ['gif'],
  webp: ['webp'],
  docx: ['docx'],
  xlsx: ['xlsx'],
  doc:  ['doc'],
  xls:  ['xls'],
  csv:  ['csv'],
  txt:  ['txt'],
} as const satisfies Record<string, readonly string[]>;
export type FileKind = keyof typeof acceptedEndings;

// biome-ignore format: a table
export const fileRefusals = {
  notAccepted: 'This type of file is not accepted. Upload a PDF, a picture (JPEG, PNG, GIF or WebP), a Word or Excel document, a CSV or a text file.',
  heic:        'Pictures in HEIC form are not accepted. Save the picture as JPEG and upload that.',
  empty:       'The file is empty.',
  tooLarge:    fileTooLarge,
} as const;

/** The ending in lower case without its dot; empty where there is none. */
export const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';

export function kindByName(name: string): FileKind | null {
  const extension = extensionOf(name);
  const known = Object.entries(acceptedEndings).find(([, endings]) => endings.some((ending) => ending === extension));
  return (known?.[0] as FileKind | undefined) ?? null;
}

/** Why a file will not be taken, as far as its name and size tell; null where sending it is worth a try. */
export function refusalBeforeSending({ name, size }: { name: string; size: number }): string | null {
  if (size > largestFileBytes) return fileRefusals.tooLarge;
  if (size === 0) return fileRefusals.empty;
  const extension = extensionOf(name);
  if (extension === 'heic' || extension === 'heif') return fileRefusals.heic;
  // A name without an ending says nothing; the server goes by what is inside.
  return extension === '' || kindByName(name) ? null : fileRefusals.notAccepted;
}
