export type Piece = { at: number; piece: string; isLink: boolean };

/** Splits a message's text at its links. Only web addresses become links, whatever the message claims. */
export function piecesOf(text: string, links: readonly string[]): Piece[] {
  const safe = links.filter((link) => /^https?:\/\//.test(link)).sort((a, b) => b.length - a.length);
  const pieces: Piece[] = [];
  let rest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const link = safe.find((candidate) => text.startsWith(candidate, at));
    if (!link) continue;
    if (at > rest) pieces.push({ at: rest, piece: text.slice(rest, at), isLink: false });
    pieces.push({ at, piece: link, isLink: true });
    rest = at + link.length;
    at = rest - 1;
  }
  if (rest < text.length) pieces.push({ at: rest, piece: text.slice(rest), isLink: false });
  return pieces;
}
