import { extensionOf } from '@kerb/domain/documents/accepted-files.ts';

const longestName = 150;

// Beside control characters, the marks that turn text around: 'invoice\u202Efdp.exe' reads as 'invoiceexe.pdf'.
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;
const unsafe = /["<>:|?*\\/]/g;

/** A name that is only a name: no folder, no control character, nothing that a disk or a header stumbles over. */
export function cleanFileName(declared: string): string {
  const name = (declared.split(/[/\\]/).at(-1) ?? '')
    // Long before it is cut to size: the patterns below take their time over very long names.
    .slice(-1_000)
    .toWellFormed()
    .normalize('NFC')
    .replace(invisible, '')
    .replace(unsafe, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (name === '') return 'file';
  const extension = extensionOf(name);
  const ending = extension ? name.slice(-extension.length - 1) : '';
  const stem = name.slice(0, name.length - ending.length);
  return `${[...stem].slice(0, longestName - ending.length).join('')}${ending}`;
}

const percentEncoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** Always to be saved, never to be shown in the page's own window; both spellings of RFC 6266. */
export function asAttachment(name: string): string {
  const plain = name.replace(/[^\w .()-]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncoded(name)}`;
}
