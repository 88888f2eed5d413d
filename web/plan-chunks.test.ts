import { describe, expect, test } from 'vitest';
import { type Piece, planChunks } from './plan-chunks.ts';

type Given = Partial<Omit<Piece, 'file' | 'modules'>>;

const pieces = (given: Record<string, Given>): Piece[] =>
  Object.entries(given).map(([file, { bytes = 1_000, hasStyles = false, imports = [], loads = [], isFor = null }]) => ({
    file,
    bytes,
    hasStyles,
    modules: [`${file}.ts`],
    imports,
    loads,
    isFor,
  }));

const plan = (given: Record<string, Given>) =>
  planChunks(pieces(given), {
    isFirst: (module) => module === 'main',
    isSoon: (module) => module === 'watch',
    isDaily: (module) => module === 'campaign',
  })
    .map((modules) => modules.toSorted())
    .toSorted();

const main = { isFor: 'main', loads: ['campaign', 'books'] };

describe('planChunks', () => {
  test('puts what the same screens share into one file', () => {
    const campaign = { isFor: 'campaign', imports: ['form', 'table'] };
    const books = { isFor: 'books', imports: ['form', 'table'] };
    expect(plan({ main, campaign, books, form: {}, table: {} })).toEqual([['form.ts', 'table.ts']]);
  });

  test('keeps a large part that one of the screens does not need apart', () => {
    const campaign = { isFor: 'campaign', imports: ['form', 'editor'] };
    const books = { isFor: 'books', imports: ['form'] };
    const also = { isFor: 'also', imports: ['editor'] };
    const given = { main: { ...main, loads: ['campaign', 'books', 'also'] }, campaign, books, also, form: {} };
    expect(plan({ ...given, editor: { bytes: 40_000 } })).toEqual([['editor.ts'], ['form.ts']]);
    expect(plan({ ...given, editor: { bytes: 1_000 } })).toEqual([['editor.ts', 'form.ts']]);
  });

  test('counts a style sheet as a request of its own', () => {
    const books = { isFor: 'books', imports: ['one', 'other'] };
    const also = { isFor: 'also', imports: ['one'] };
    const given = { main: { ...main, loads: ['books', 'also'] }, books, also };
    const parts = (hasStyles: boolean) => ({ one: { hasStyles }, other: { hasStyles, bytes: 6_000 } });
    expect(plan({ ...given, ...parts(false) })).toEqual([['one.ts'], ['other.ts']]);
    expect(plan({ ...given, ...parts(true) })).toEqual([['one.ts', 'other.ts']]);
  });

  test('leaves alone what the first files have, and the screens themselves', () => {
    const campaign = { isFor: 'campaign', imports: ['react', 'form'] };
    const books = { isFor: 'books', imports: ['react', 'form'] };
    expect(plan({ main: { ...main, imports: ['react'] }, react: {}, campaign, books, form: {} })).toEqual([
      ['form.ts'],
    ]);
  });

  test('counts a dialog as a visitor only of what its page has not loaded', () => {
    const dialog = { isFor: 'dialog', imports: ['cards', 'words'] };
    const campaign = { isFor: 'campaign', imports: ['cards', 'form'], loads: ['dialog'] };
    const books = { isFor: 'books', imports: ['form', 'words'] };
    const cards = { bytes: 50_000 };
    // Only the campaign's page needs `cards`, because its dialog finds them there.
    expect(plan({ main, campaign, dialog, books, cards, form: {}, words: {} })).toContainEqual(['cards.ts']);
  });

  test('never lets two files import each other through a third one', () => {
    const page = { isFor: 'page', imports: ['large'], loads: ['dialog'] };
    const dialog = { isFor: 'dialog', imports: ['top'] };
    const other = { isFor: 'other', imports: ['top'] };
    const books = { isFor: 'books', imports: ['low'] };
    const given = { main: { isFor: 'main', loads: ['page', 'other', 'books'] }, page, dialog, other, books };
    const small = { ...given, top: { imports: ['low'] }, low: {} };
    expect(plan({ ...small, large: { bytes: 90_000, imports: ['low'] } })).toContainEqual(['low.ts', 'top.ts']);
    // Now `large` is between the two small ones.
    const between = { ...given, top: { imports: ['large'] }, large: { bytes: 90_000, imports: ['low'] }, low: {} };
    expect(plan(between)).toEqual([['large.ts'], ['low.ts'], ['top.ts']]);
  });

  test('keeps together what every page loads soon', () => {
    const watch = { isFor: 'watch', imports: ['check', 'bell'] };
    const campaign = { isFor: 'campaign', imports: ['check'] };
    const given = { main: { ...main, loads: ['watch', 'campaign'] }, watch, campaign, check: {}, bell: {} };
    expect(plan(given)).toEqual([['bell.ts', 'check.ts']]);
  });
});
