import qrcode from 'qrcode-generator';

/** The light border that a camera needs to find the QR code. */
const quietZone = 4;

/** A text as a QR code: one path segment for each run of dark squares in a row. */
export function qrCodeOf(text: string): { size: number; path: string } {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const pieces: string[] = [];
  for (let row = 0; row < count; row += 1) {
    let column = 0;
    while (column < count) {
      const start = column;
      while (column < count && code.isDark(row, column)) column += 1;
      if (column > start)
        pieces.push(`M${start + quietZone} ${row + quietZone}h${column - start}v1H${start + quietZone}z`);
      else column += 1;
    }
  }
  return { size: count + 2 * quietZone, path: pieces.join('') };
}
