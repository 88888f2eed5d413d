const address = /https?:\/\/[^\s<>"']+/g;
/** Punctuation that ends the sentence and is not part of the address. */
const closing = /[.,;:!?)\]]+$/;

export type Piece = { text: string; isLink: boolean };

/** Splits the text at its web addresses. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const link = match[0].replace(closing, '');
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), isLink: false });
    pieces.push({ text: link, isLink: true });
    end = match.index + link.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isLink: false });
  return pieces;
}

export const linksIn = (text: string): string[] => [
  ...new Set(piecesOf(text).flatMap((piece) => (piece.isLink ? [piece.text] : []))),
];
