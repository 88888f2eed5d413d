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

/**
 * The height of the next block that must fit on the page of its heading: two lines of text, two facts, a table's first
 * row.
 */
const leastAfterHeading: Partial<Record<Kind, number>> = { paragraph: 38, facts: 46 };

function heading(sheet: Sheet, { text }: BlockOf<'heading'>, next: PdfBlock | undefined): void {
  const style: Style = { size: 13, isStrong: true };
  const height = sheet.measure(text, style, innerWidth);
  const least = (next && leastAfterHeading[next.kind]) ?? 80;
  // A heading is never alone at the end of a page. It is closer to the block after it than to the block before.
  if (!sheet.needs(height + headingSpace + least) && sheet.y > page.top) sheet.y += headingSpace;
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
      sheet.write(value, { x: page.side + labelWidth, y: sheet.y, width: valueWidth }, body);
    });
    sheet.y += height;
  }
  sheet.y += gap - 5;
}

const figureWidth = 92;
/** More columns of figures than this would leave too little room for words. */
const mostWideFigures = 3;
const narrowFigureWidth = 82;
const cellGap = 10;

/** The position of each column of a table: figures in columns of equal width, text in the rest. */
function columnBoxes(columns: BlockOf<'table'>['columns']): { x: number; width: number }[] {
  const figures = columns.filter(({ isFigure }) => isFigure).length;
  const words = columns.length - figures;
  const widthOfFigure = figures > mostWideFigures ? narrowFigureWidth : figureWidth;
  const wordWidth = (innerWidth - figures * widthOfFigure) / Math.max(words, 1);
  let x = page.side;
  return columns.map(({ isFigure }) => {
    const width = isFigure ? widthOfFigure : wordWidth;
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

const totalStyle = ({ isStrong }: BlockOf<'totals'>['rows'][number]): Style =>
  isStrong ? { size: 12, isStrong } : body;

/** The smallest width at which every label fits on one line. */
function totalsWidth(sheet: Sheet, rows: BlockOf<'totals'>['rows']): number {
  const labels = rows.map((row) => {
    sheet.measure(row.label, totalStyle(row), innerWidth);
    return sheet.pdf.widthOfString(row.label);
  });
  return Math.min(innerWidth, Math.max(240, Math.ceil(Math.max(...labels)) + figureWidth + 2 * cellGap));
}

function totals(sheet: Sheet, { rows }: BlockOf<'totals'>): void {
  const width = totalsWidth(sheet, rows);
  const x = page.width - page.side - width;
  sheet.needs(rows.length * 20);
  for (const row of rows) {
    const { label, value } = row;
    const style = totalStyle(row);
    const labelWidth = width - figureWidth - cellGap;
    const height = sheet.measure(label, style, labelWidth) + (row.isStrong ? 8 : 5);
    sheet.part('P', () => {
      sheet.write(label, { x, y: sheet.y, width: labelWidth }, style);
      const box = { x: x + width - figureWidth - cellGap, y: sheet.y, width: figureWidth + cellGap };
      sheet.write(value, box, { ...style, align: 'right', isFigure: true });
    });
    sheet.y += height;
  }
  sheet.y += gap - 5;
}

/** The only block that may break across pages. */
function paragraph(sheet: Sheet, { text, isSmall }: BlockOf<'paragraph'>): void {
  const style = isSmall ? quiet : body;
  sheet.needs(Math.min(30, sheet.measure(text, style, innerWidth)));
  sheet.part('P', () => {
    sheet.write(text, { x: page.side, y: sheet.y, width: innerWidth }, style);
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

const drawers: { [K in Kind]: (sheet: Sheet, block: BlockOf<K>, next: PdfBlock | undefined) => void } = {
  parties,
  heading,
  facts,
  table,
  totals,
  paragraph,
  stamp,
};

export function drawBlock<K extends Kind>(sheet: Sheet, block: BlockOf<K>, next: PdfBlock | undefined): void {
  drawers[block.kind as K](sheet, block, next);
}
