import { fileTooLarge, largestFileBytes } from '@kerb/domain/documents/documents.contract.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';

/** The accepted kinds of file by extension. The server also checks the content. */
// biome-ignore format: a table
export const acceptedEndings = {
  pdf:  ['pdf'],
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  png:  ['png'],
  gif:  ['gif'],
  webp: ['webp'],
  docx: ['docx'],
  xlsx: ['xlsx'],
  csv:  ['csv'],
  txt:  ['txt'],
} as const satisfies Record<string, readonly string[]>;
export type FileKind = keyof typeof acceptedEndings;

// biome-ignore format: a table
export const fileRefusals = {
  notAccepted: 'This type of file is not accepted. Upload a PDF, a picture (JPEG, PNG, GIF or WebP), a Word or Excel document, a CSV or a text file.',
  heic:        'Pictures in HEIC form are not accepted. Save the picture as JPEG and upload that.',
  oldOffice:   'Files of older Word and Excel (DOC, XLS) are not accepted. Save it as DOCX, XLSX or PDF and upload that.',
  empty:       fieldWords.emptyFile,
  tooLarge:    fileTooLarge,
} as const;

/** The extension in lower case without its dot; empty if there is none. */
export const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';

export function kindByName(name: string): FileKind | null {
  const extension = extensionOf(name);
  const known = Object.entries(acceptedEndings).find(([, endings]) => endings.some((ending) => ending === extension));
  return (known?.[0] as FileKind | undefined) ?? null;
}

/** Returns why a file would be refused by its name or size; null if it can be uploaded. */
export function refusalBeforeSending({ name, size }: { name: string; size: number }): string | null {
  if (size > largestFileBytes) return fileRefusals.tooLarge;
  if (size === 0) return fileRefusals.empty;
  const extension = extensionOf(name);
  if (extension === 'heic' || extension === 'heif') return fileRefusals.heic;
  if (extension === 'doc' || extension === 'xls') return fileRefusals.oldOffice;
  // A name without an extension says nothing, so the server checks the content.
  return extension === '' || kindByName(name) ? null : fileRefusals.notAccepted;
}
