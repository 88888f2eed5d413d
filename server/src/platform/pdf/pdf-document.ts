import type { Moment } from '@kerb/domain/kernel/dates.ts';

/** The content of a document as plain values, which can be sent to another thread. */
export type PdfDocument = {
  /** At the top of the document, and the window title in a PDF reader. */
  title: string;
  locale: string;
  letterhead: Letterhead;
  /** The date of rendering, so that the same document gives the same bytes. */
  date: Moment;
  blocks: readonly PdfBlock[];
  /** At the bottom of every page, beside its number. */
  footer: string;
};

export type Letterhead = {
  brand: string;
  colour: `#${string}`;
  /** The sender: name, number, address, one line each. */
  sender: readonly string[];
};

export type PdfFact = readonly [label: string, value: string];
export type PdfColumn = { label: string; isFigure?: true };
export type PdfTotal = { label: string; value: string; isStrong?: true };

export type PdfBlock =
  /** The recipient and the sender, side by side. */
  | { kind: 'parties'; columns: readonly { label: string; lines: readonly string[] }[] }
  | { kind: 'heading'; text: string }
  | { kind: 'facts'; rows: readonly PdfFact[] }
  /** The first column gets the width that the others leave; figures are right-aligned. */
  | { kind: 'table'; columns: readonly PdfColumn[]; rows: readonly (readonly string[])[] }
  | { kind: 'totals'; rows: readonly PdfTotal[] }
  | { kind: 'paragraph'; text: string; isSmall?: true }
  /** The main fact: 'Paid'. */
  | { kind: 'stamp'; text: string; tone: 'success' | 'attention' };
