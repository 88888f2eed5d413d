import type { Moment } from '@kerb/domain/kernel/dates.ts';

/** What a document says, as plain values that can be handed to another thread: words, figures and their order. */
export type PdfDocument = {
  /** Stands at its top, and in the reader's window. */
  title: string;
  locale: string;
  letterhead: Letterhead;
  /** When it was drawn, so that the same document is the same bytes. */
  date: Moment;
  blocks: readonly PdfBlock[];
  /** Below every page, beside its number. */
  footer: string;
};

export type Letterhead = {
  brand: string;
  colour: `#${string}`;
  /** Who sends it: name, number, address, one line each. */
  sender: readonly string[];
};

export type PdfFact = readonly [label: string, value: string];
export type PdfColumn = { label: string; isFigure?: true };
export type PdfTotal = { label: string; value: string; isStrong?: true };

export type PdfBlock =
  /** Whom it is for and whom it is from, side by side. */
  | { kind: 'parties'; columns: readonly { label: string; lines: readonly string[] }[] }
  | { kind: 'heading'; text: string }
  | { kind: 'facts'; rows: readonly PdfFact[] }
  /** The first column takes what room the others leave; figures stand right-aligned under each other. */
  | { kind: 'table'; columns: readonly PdfColumn[]; rows: readonly (readonly string[])[] }
  | { kind: 'totals'; rows: readonly PdfTotal[] }
  | { kind: 'paragraph'; text: string; isSmall?: true }
  /** The one thing that a reader looks for: 'Paid'. */
  | { kind: 'stamp'; text: string; tone: 'success' | 'attention' };
