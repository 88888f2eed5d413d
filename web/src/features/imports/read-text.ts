/** The text of a file in UTF-8, with or without a byte order mark, or else in Windows-1252, which Excel writes. */
export function textFrom(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: every byte is a letter of Windows-1252.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
