import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { piecesOf } from '@kerb/server/platform/outbox/links.ts';

type Look = Pick<CountryRules, 'brand' | 'brandColour' | 'locale'> & { publicUrl: string };

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

const font = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const buttonStyle = (colour: string) =>
  `display:inline-block;padding:12px 24px;border-radius:6px;background:${colour};color:#ffffff;text-decoration:none;font-weight:600`;

/** Names and notes are users' text. An address in them is shown, but only our own addresses become links. */
const isOurs = (link: string, { publicUrl }: Look) => link === publicUrl || link.startsWith(`${publicUrl}/`);

function line(text: string, look: Look): string {
  return piecesOf(text)
    .map((piece) =>
      piece.isLink && isOurs(piece.text, look)
        ? `<a href="${escaped(piece.text)}" style="color:${look.brandColour}">${escaped(piece.text)}</a>`
        : escaped(piece.text),
    )
    .join('');
}

function paragraph(text: string, look: Look): string {
  const [only, ...more] = piecesOf(text.trim());
  if (only?.isLink && more.length === 0 && isOurs(only.text, look)) {
    const href = escaped(only.text);
    const button = `<a href="${href}" style="${buttonStyle(look.brandColour)}">Open ${escaped(look.brand)}</a>`;
    return `<p style="margin:24px 0">${button}</p>
<p style="margin:0 0 16px;font-size:13px;color:#5f6b73">Or copy this address into your browser:<br>${href}</p>`;
  }
  const lines = text.split('\n').map((words) => line(words, look));
  return `<p style="margin:0 0 16px">${lines.join('<br>')}</p>`;
}

/** The mail as HTML, made from its text. Everything is escaped, and nothing is loaded from outside. */
export function mailHtml(text: string, look: Look): string {
  const paragraphs = text.trim().split(/\n{2,}/);
  return `<!doctype html>
<html lang="${look.locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;background:#f3f5f6;${font};font-size:16px;line-height:1.5;color:#1d252b">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
<p style="margin:0 0 16px;font-size:20px;font-weight:700;color:${look.brandColour}">${escaped(look.brand)}</p>
<div style="background:#ffffff;border-radius:8px;padding:24px">
${paragraphs.map((words) => paragraph(words, look)).join('\n')}
</div>
</div>
</body>
</html>
`;
}
