/** Letters that Unicode decomposition does not reduce to ASCII, and punctuation that banks write differently. */
// biome-ignore format: a table
const spelledOut: Record<string, string> = {
  ø: 'o', Ø: 'O', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ß: 'ss', đ: 'd', Đ: 'D', ł: 'l', Ł: 'L', ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ı: 'i',
  '’': "'", '‘': "'", '–': '-', '—': '-', '‐': '-', '‑': '-',
};

/**
 * Reduces text to what every bank accepts: ASCII letters, digits, space and simple punctuation. 'Whangārei' becomes
 * 'Whangarei'.
 */
export function plainText(text: string, longest: number): string {
  const folded = [...text.normalize('NFKD')].map((mark) => spelledOut[mark] ?? mark).join('');
  return (
    folded
      .replace(/\p{M}+/gu, '')
      .replace(/[^A-Za-z0-9 &'()./-]+/g, ' ')
      .replace(/ +/g, ' ')
      // A spreadsheet would read a leading sign as a formula, and a bank might refuse it.
      .replace(/^[^A-Za-z0-9(]+/, '')
      .slice(0, longest)
      .trimEnd()
  );
}
