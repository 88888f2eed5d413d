import { drawBlock } from '@kerb/server/platform/pdf/draw-blocks.ts';
import type { PdfDocument } from '@kerb/server/platform/pdf/pdf-document.ts';
import { ink, innerWidth, openSheet, page, type Sheet } from '@kerb/server/platform/pdf/sheet.ts';

function drawLetterhead(sheet: Sheet, { letterhead, title }: PdfDocument): void {
  const { brand, colour, sender } = letterhead;
  const half = innerWidth / 2;
  sheet.part('P', () => {
    sheet.write(brand, { x: page.side, y: page.top, width: half }, { size: 20, colour, isStrong: true });
  });
  const style = { size: 8.5, colour: ink.quiet, align: 'right' } as const;
  const lines = sender.join('\n');
  sheet.part('P', () => sheet.write(lines, { x: page.side + half, y: page.top + 4, width: half }, style));
  sheet.y = page.top + Math.max(32, sheet.measure(lines, style, half) + 8) + 8;
  sheet.rule(sheet.y, colour, 1.5);
  sheet.y += 28;
  sheet.part('H1', () =>
    sheet.write(title, { x: page.side, y: sheet.y, width: innerWidth }, { size: 22, isStrong: true }),
  );
  sheet.y += sheet.measure(title, { size: 22, isStrong: true }, innerWidth) + 14;
}

/** Drawn after all other pages, because each footer contains the total number of pages. */
function drawFooters(sheet: Sheet, { footer }: PdfDocument): void {
  const { pdf } = sheet;
  const { start, count } = pdf.bufferedPageRange();
  for (let number = start; number < start + count; number += 1) {
    pdf.switchToPage(number);
    // Below the margin, where writing would otherwise start a new page.
    pdf.page.margins.bottom = 0;
    const y = page.height - page.bottom + 24;
    sheet.rule(y - 10);
    pdf.markContent('Artifact', { type: 'Pagination' });
    const style = { size: 8, colour: ink.quiet };
    sheet.write(footer, { x: page.side, y, width: innerWidth - 90 }, style);
    const place = `Page ${number + 1} of ${count}`;
    sheet.write(place, { x: page.width - page.side - 80, y, width: 80 }, { ...style, align: 'right', isFigure: true });
    pdf.endMarkedContent();
  }
}

/** Renders the whole document. It is slow, so it runs only in a worker thread. */
export function drawDocument(document: PdfDocument): Promise<Buffer> {
  const sheet = openSheet(document);
  const parts: Buffer[] = [];
  const drawn = new Promise<Buffer>((resolve, reject) => {
    sheet.pdf.on('data', (part: Buffer) => parts.push(part));
    sheet.pdf.on('end', () => resolve(Buffer.concat(parts)));
    sheet.pdf.on('error', reject);
  });
  drawLetterhead(sheet, document);
  document.blocks.forEach((block, place) => {
    drawBlock(sheet, block, document.blocks[place + 1]);
  });
  drawFooters(sheet, document);
  sheet.pdf.end();
  return drawn;
}
