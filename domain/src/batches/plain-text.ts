/** Letters that lose no mark when they are taken apart, and marks that banks write otherwise. */
// biome-ignore format: a table
const spelledOut: Record<string, string> = {
  ø: 'o', Ø: 'O', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ß: 'ss', đ: 'd', Đ: 'D', ł: 'l', Ł: 'L', ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ı: 'i',
  '’': "'", '‘': "'", '–': '-', '—': '-', '‐': '-', '‑': '-',
};

/** What every bank takes: ASCII letters, digits, space and simple punctuation. 'Whangārei' becomes 'Whangarei'. */
export function plainText(text: string, longest: number): string {
  const folded = [...text.normalize('NFKD')].map((mark) => spelledOut[mark] ?? mark).join('');
  return (
    folded
      .replace(/\p{M}+/gu, '')
      .replace(/[^A-Za-z0-9 &'()./-]+/g, ' ')
      .replace(/ +/g, ' ')
      // A spreadsheet would take a leading mark for a formula, and a bank for a slip.
      .replace(/^[^A-Za-z0-9(]+/, '')
      .slice(0, longest)
      .trimEnd()
  );
}
