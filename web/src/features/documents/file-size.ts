const kilobyte = 1_024;
const megabyte = kilobyte * kilobyte;

/** '640 bytes', '82 KB', '1.4 MB'. */
export function fileSize(bytes: number): string {
  if (bytes < kilobyte) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const kilobytes = Math.round(bytes / kilobyte);
  return kilobytes < kilobyte ? `${kilobytes} KB` : `${(bytes / megabyte).toFixed(1)} MB`;
}
