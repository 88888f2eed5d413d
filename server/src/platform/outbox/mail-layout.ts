import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { type MailBlock, mailBlocks } from '@kerb/domain/notifications/mail-blocks.ts';
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

const labelStyle = 'text-align:left;font-weight:400;color:#5f6b73;padding:4px 16px 4px 0;vertical-align:top';
const valueStyle = 'padding:4px 0;font-weight:600';

const row = ({ label, value }: { label: string; value: string }, look: Look): string =>
  `<tr><th scope="row" style="${labelStyle}">${escaped(label)}</th>` +
  `<td style="${valueStyle}">${line(value, look)}</td></tr>`;

function drawn(block: MailBlock, look: Look): string {
  if (block.kind === 'button') return button(block.link, block.words ?? `Open ${look.brand}`, look);
  if (block.kind === 'text') {
    return `<p style="margin:0 0 16px">${block.lines.map((words) => line(words, look)).join('<br>')}</p>`;
  }
  const rows = block.rows.map((each) => row(each, look)).join('');
  return `<table style="border-collapse:collapse;margin:0 0 16px;font-size:16px">${rows}</table>`;
}

const heading = ({ organisation, brand, brandColour }: Look): string =>
  organisation
    ? `<p style="margin:0 0 16px;font-size:20px;font-weight:700;color:${brandColour}">${escaped(organisation)}<br><span style="font-size:14px;font-weight:400;color:#5f6b73">sent by ${escaped(brand)}</span></p>`
    : `<p style="margin:0 0 16px;font-size:20px;font-weight:700;color:${brandColour}">${escaped(brand)}</p>`;

/** The mail as HTML, made from its text. Everything is escaped, and nothing is loaded from outside. */
export function mailHtml(text: string, look: Look): string {
  const blocks = mailBlocks(text, (link) => isOurs(link, look));
  return `<!doctype html>
<html lang="${look.locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;background:#f3f5f6;${font};font-size:16px;line-height:1.5;color:#1d252b">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
${heading(look)}
<div style="background:#ffffff;border-radius:8px;padding:24px">
${blocks.map((block) => drawn(block, look)).join('\n')}
</div>
</div>
</body>
</html>
`;
}
