import { fontForDocument } from '@kerb/server/platform/pdf/parsed-fonts.ts';
import type { PdfDocument } from '@kerb/server/platform/pdf/pdf-document.ts';
import Pdf from 'pdfkit';

/** pdfkit accepts parsed fonts; its types do not say so. */
const font = (name: Parameters<typeof fontForDocument>[0]) => fontForDocument(name) as unknown as string;

/** A4, in points. */
export const page = { width: 595.28, height: 841.89, side: 56, top: 56, bottom: 72 };
export const innerWidth = page.width - 2 * page.side;
export const ink = { text: '#1d252b', quiet: '#55626b', line: '#d5dbdf', success: '#1b6e43', attention: '#8a5300' };

export type Style = { size: number; colour?: string; isStrong?: true; align?: 'left' | 'right'; isFigure?: true };
type Box = { x: number; y: number; width: number };

/** The role of a part for screen readers. */
type Role = 'H1' | 'H2' | 'P';

/** A document during rendering: the position of the next line, and the structure of its parts. */
export type Sheet = ReturnType<typeof openSheet>;

const optionsOf = ({ title, locale, letterhead, date }: PdfDocument, regular: string) => ({
  size: 'A4' as const,
  margins: { top: page.top, bottom: page.bottom, left: page.side, right: page.side },
  // Page numbers include the total, which is known only at the end.
  bufferPages: true,
  pdfVersion: '1.7' as const,
  tagged: true,
  displayTitle: true,
  lang: locale,
  font: regular,
  info: { Title: title, Author: letterhead.brand, Creator: letterhead.brand, CreationDate: new Date(date) },
});

/** Rows of cells, tagged so that a screen reader can tell the columns. */
function gridIn(pdf: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement) {
  const table = pdf.struct('Table');
  root.add(table);
  return (role: 'TH' | 'TD', cells: (() => void)[]): void => {
    const drawn = cells.map((draw) => pdf.struct(role, {}, draw));
    table.add(pdf.struct('TR', {}, drawn));
  };
}

export function openSheet(document: PdfDocument) {
  const regular = font('regular');
  const pdf = new Pdf(optionsOf(document, regular));
  pdf.registerFont('regular', regular).registerFont('strong', font('strong'));
  const root = pdf.struct('Document');
  pdf.addStructure(root);

  const applyStyle = ({ size, colour = ink.text, isStrong }: Style) =>
    pdf
      .font(isStrong ? 'strong' : 'regular')
      .fontSize(size)
      .fillColor(colour);
  const layout = ({ align = 'left', isFigure }: Style, width: number) => ({
    width,
    align,
    lineGap: 2,
    // Tabular figures, so that amounts align.
    ...(isFigure && { features: ['tnum'] as PDFKit.Mixins.OpenTypeFeatures[] }),
  });

  const sheet = {
    pdf,
    y: page.top,
    measure: (text: string, style: Style, width: number): number => {
      applyStyle(style);
      return pdf.heightOfString(text, layout(style, width));
    },
    write: (text: string, { x, y, width }: Box, style: Style): void => {
      applyStyle(style);
      pdf.text(text, x, y, layout(style, width));
    },
    rule: (y: number, colour: string = ink.line, width = 0.75): void => {
      pdf.markContent('Artifact', { type: 'Layout' });
      pdf.moveTo(page.side, y).lineTo(page.width - page.side, y);
      pdf.lineWidth(width).strokeColor(colour).stroke().endMarkedContent();
    },
    /** Starts a new page if the height does not fit on this one. True if it did. */
    needs: (height: number): boolean => {
      if (sheet.y + height <= page.height - page.bottom) return false;
      pdf.addPage();
      sheet.y = page.top;
      return true;
    },
    /** Groups what is drawn into one tagged part. */
    part: (role: Role, draw: () => void): void => {
      root.add(pdf.struct(role, {}, draw));
    },
    grid: () => gridIn(pdf, root),
  };
  return sheet;
}
