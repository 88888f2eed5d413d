import type { PdfBlock } from '@kerb/server/platform/pdf/pdf-document.ts';
import { ink, innerWidth, page, type Sheet, type Style } from '@kerb/server/platform/pdf/sheet.ts';

type Kind = PdfBlock['kind'];
type BlockOf<K extends Kind> = Extract<PdfBlock, { kind: K }>;

const body: Style = { size: 10 };
const quiet: Style = { size: 8.5, colour: ink.quiet };
const gap = 18;
const headingSpace = 12;

function parties(sheet: Sheet, { columns }: BlockOf<'parties'>): void {
  const width = innerWidth / columns.length - 12;
  const texts = columns.map(({ lines }) => lines.join('\n'));
  const height = 16 + Math.max(...texts.map((text) => sheet.measure(text, body, width)));
  sheet.needs(height);
  columns.forEach(({ label }, place) => {
    const x = page.side + place * (width + 12);
    sheet.part('P', () => {
      sheet.write(label, { x, y: sheet.y, width }, quiet);
      sheet.write(texts[place] ?? '', { x, y: sheet.y + 14, width }, body);
    });
  });
  sheet.y += height + gap;
}

function heading(sheet: Sheet, { text }: BlockOf<'heading'>): void {
  const style: Style = { size: 13, isStrong: true };
  const height = sheet.measure(text, style, innerWidth);
  // A heading never stands alone at the foot of a page, and belongs to what follows it rather than to what went before.
  if (!sheet.needs(height + headingSpace + 60) && sheet.y > page.top) sheet.y += headingSpace;
  sheet.part('H2', () => sheet.write(text, { x: page.side, y: sheet.y, width: innerWidth }, style));
  sheet.y += height + 8;
}

function facts(sheet: Sheet, { rows }: BlockOf<'facts'>): void {
  const labelWidth = 150;
  const valueWidth = innerWidth - labelWidth;
  for (const [label, value] of rows) {
    const height = Math.max(sheet.measure(label, body, labelWidth - 12), sheet.measure(value, body, valueWidth)) + 5;
    sheet.needs(height);
    sheet.part('P', () => {
      sheet.write(label, { x: page.side, y: sheet.y, width: labelWidth - 12 }, { ...body, colour: ink.quiet });
      sheet.write(value, { x: page.side + labelWidth, y: sheet.y, width: valueWidth }, { ...body, isFigure: true });
    });
    sheet.y += height;
  }
  sheet.y += gap - 5;
}

const figureWidth = 92;
const cellGap = 10;

/** Where each column of a table stands: figures in columns of one width, words in what is left. */
function columnBoxes(columns: BlockOf<'table'>['columns']): { x: number; width: number }[] {
  const figures = columns.filter(({ isFigure }) => isFigure).length;
  const words = columns.length - figures;
  const wordWidth = (innerWidth - figures * figureWidth) / Math.max(words, 1);
  let x = page.side;
  return columns.map(({ isFigure }) => {
    const width = isFigure ? figureWidth : wordWidth;
    const box = { x: isFigure ? x + cellGap : x, width: width - cellGap };
    x += width;
    return box;
  });
}

function table(sheet: Sheet, { columns, rows }: BlockOf<'table'>): void {
  const boxes = columnBoxes(columns);
  const labels = columns.map(({ label }) => label);
  const styleOf = (place: number, style: Style): Style =>
    columns[place]?.isFigure ? { ...style, align: 'right', isFigure: true } : style;
  const heightOf = (cells: readonly string[], style: Style) =>
    Math.max(...cells.map((cell, place) => sheet.measure(cell, styleOf(place, style), boxes[place]?.width ?? 0)));
  const addRow = sheet.grid();
  const writeRow = (role: 'TH' | 'TD', cells: readonly string[], style: Style) => {
    const height = heightOf(cells, style);
    addRow(
      role,
      boxes.map((box, place) => () => {
        sheet.write(cells[place] ?? '', { ...box, y: sheet.y }, styleOf(place, style));
      }),
    );
    sheet.y += height + 5;
    sheet.rule(sheet.y - 2);
    sheet.y += 4;
  };
  sheet.needs(heightOf(labels, quiet) + 50);
  writeRow('TH', labels, quiet);
  for (const row of rows) {
    if (sheet.needs(heightOf(row, body) + 9)) writeRow('TH', labels, quiet);
    writeRow('TD', row, body);
  }
  sheet.y += 4;
}

function totals(sheet: Sheet, { rows }: BlockOf<'totals'>): void {
  const width = 240;
  const x = page.width - page.side - width;
  sheet.needs(rows.length * 20);
  for (const { label, value, isStrong } of rows) {
    const style: Style = isStrong ? { size: 12, isStrong } : body;
    const height = sheet.measure(label, style, width - figureWidth) + (isStrong ? 8 : 5);
    sheet.part('P', () => {
      sheet.write(label, { x, y: sheet.y, width: width - figureWidth - cellGap }, style);
      const box = { x: x + width - figureWidth - cellGap, y: sheet.y, width: figureWidth + cellGap };
      sheet.write(value, box, { ...style, align: 'right', isFigure: true });
    });
    sheet.y += height;
  }
  sheet.y += gap - 5;
}

/** The only block that may run over the end of a page by itself. */
function paragraph(sheet: Sheet, { text, isSmall }: BlockOf<'paragraph'>): void {
  sheet.needs(30);
  sheet.part('P', () => {
    sheet.write(text, { x: page.side, y: sheet.y, width: innerWidth }, isSmall ? quiet : body);
  });
  sheet.y = sheet.pdf.y + 8;
}

function stamp(sheet: Sheet, { text, tone }: BlockOf<'stamp'>): void {
  const style: Style = { size: 11, isStrong: true, colour: ink[tone] };
  sheet.needs(40);
  sheet.measure(text, style, innerWidth);
  const width = sheet.pdf.widthOfString(text) + 24;
  sheet.pdf.markContent('Artifact', { type: 'Layout' });
  sheet.pdf.roundedRect(page.side, sheet.y, width, 24, 4).lineWidth(1).strokeColor(ink[tone]).stroke();
  sheet.pdf.endMarkedContent();
  sheet.part('P', () => sheet.write(text, { x: page.side + 12, y: sheet.y + 5.5, width: width - 12 }, style));
  sheet.y += 24 + gap;
}

const drawers: { [K in Kind]: (sheet: Sheet, block: BlockOf<K>) => void } = {
  parties,
  heading,
  facts,
  table,
  totals,
  paragraph,
  stamp,
};

export function drawBlock<K extends Kind>(sheet: Sheet, block: BlockOf<K>): void {
  drawers[block.kind as K](sheet, block);
}
