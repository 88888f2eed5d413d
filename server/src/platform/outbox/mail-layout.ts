import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { piecesOf } from '@kerb/server/platform/outbox/links.ts';

type Look = Pick<CountryRules, 'brand' | 'brandColour' | 'locale'> & {
  publicUrl: string;
  /** The organisation in whose name the mail is sent; null if it is from us. */
  organisation?: string | null;
};

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

const button = (link: string, words: string, { brandColour }: Look): string =>
  `<p style="margin:24px 0"><a href="${escaped(link)}" style="${buttonStyle(brandColour)}">${escaped(words)}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:#5f6b73;word-break:break-all">Or copy this address into your browser:<br>${escaped(link)}</p>`;

/** A line such as 'Amount: $8,750'. */
const fact = /^(\p{Lu}[^:\n]{0,30}): (\S.*)$/u;

/** Facts with their labels, a row each. */
function facts(lines: readonly string[], look: Look): string {
  const rows = lines.map((words) => {
    const [, label = '', value = ''] = fact.exec(words) ?? [];
    return `<tr><th scope="row" style="text-align:left;font-weight:400;color:#5f6b73;padding:4px 16px 4px 0;vertical-align:top">${escaped(label)}</th><td style="padding:4px 0;font-weight:600">${line(value, look)}</td></tr>`;
  });
  return `<table style="border-collapse:collapse;margin:0 0 16px;font-size:16px">${rows.join('')}</table>`;
}

/** A paragraph that is our link alone, or our link under the words of its button. */
function buttonOf(lines: readonly string[], look: Look): string | null {
  const [link = ''] = lines.slice(-1);
  const [only, ...more] = piecesOf(link.trim());
  if (!only?.isLink || more.length > 0 || !isOurs(only.text, look)) return null;
  if (lines.length === 1) return button(only.text, `Open ${look.brand}`, look);
  const [words = ''] = lines;
  return lines.length === 2 && words.endsWith(':') ? button(only.text, words.slice(0, -1), look) : null;
}

function paragraph(text: string, look: Look): string {
  const lines = text.split('\n');
  const asButton = buttonOf(lines, look);
  if (asButton !== null) return asButton;
  if (lines.length > 1 && lines.every((words) => fact.test(words))) return facts(lines, look);
  return `<p style="margin:0 0 16px">${lines.map((words) => line(words, look)).join('<br>')}</p>`;
}

const heading = ({ organisation, brand, brandColour }: Look): string =>
  organisation
    ? `<p style="margin:0 0 16px;font-size:20px;font-weight:700;color:${brandColour}">${escaped(organisation)}<br><span style="font-size:14px;font-weight:400;color:#5f6b73">sent by ${escaped(brand)}</span></p>`
    : `<p style="margin:0 0 16px;font-size:20px;font-weight:700;color:${brandColour}">${escaped(brand)}</p>`;

/** The mail as HTML, made from its text. Everything is escaped, and nothing is loaded from outside. */
export function mailHtml(text: string, look: Look): string {
  const paragraphs = text.trim().split(/\n{2,}/);
  return `<!doctype html>
<html lang="${look.locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;background:#f3f5f6;${font};font-size:16px;line-height:1.5;color:#1d252b">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
${heading(look)}
<div style="background:#ffffff;border-radius:8px;padding:24px">
${paragraphs.map((words) => paragraph(words, look)).join('\n')}
</div>
</div>
</body>
</html>
`;
}
