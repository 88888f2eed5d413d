import { extensionOf } from '@kerb/domain/documents/accepted-files.ts';

const longestName = 150;

// Besides control characters, the marks that reverse text: 'invoice\u202Efdp.exe' reads as 'invoiceexe.pdf'.
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;
const unsafe = /["<>:|?*\\/]/g;

/** A plain name: no folder, no control character, nothing that a file system or a header cannot handle. */
export function cleanFileName(declared: string): string {
  const name = (declared.split(/[/\\]/).at(-1) ?? '')
    // Cut before the patterns run, because they are slow on very long names.
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

/** Always as an attachment, never inline, in both spellings of RFC 6266. */
export function asAttachment(name: string): string {
  const plain = name.replace(/[^\w .()-]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncoded(name)}`;
}
