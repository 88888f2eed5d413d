import { isPrintable } from '@kerb/domain/wire/printable-text.ts';
import { drawPdf } from '@kerb/server/platform/pdf/draw-pdf.ts';
import type { PdfBlock, PdfDocument } from '@kerb/server/platform/pdf/pdf-document.ts';
import { DrawingFailure, render } from '@kerb/server/platform/pdf/render.ts';
import { describe, expect, it } from 'vitest';
import { pdfPages, pdfText } from '../../../test/pdf-text.ts';

const never = new AbortController().signal;
const draw = (document: PdfDocument) => drawPdf(document, 'somebody');
const letter = (blocks: readonly PdfBlock[]): PdfDocument => ({
  title: 'Tax Invoice',
  locale: 'en-NZ',
  date: '2026-11-14T01:02:03.000Z',
  letterhead: { brand: 'KerbFlow', colour: '#0C2B38', sender: ['Kerb Example Limited', 'GST 123-456-789'] },
  footer: 'KerbFlow · NZ10231',
  blocks,
});
const lines = (count: number): PdfBlock => ({
  kind: 'table',
  columns: [{ label: 'Description' }, { label: 'Amount', isFigure: true }],
  rows: Array.from({ length: count }, (_, place) => [`Photography ${place + 1}`, `$${place + 1}.00`]),
});

describe('a document', () => {
  it('contains its content as copyable text, with macrons and figures', async () => {
    const bytes = await draw(
      letter([
        { kind: 'stamp', text: 'Paid', tone: 'success' },
        { kind: 'parties', columns: [{ label: 'To', lines: ['Mere Tāwhai', 'Ōtāhuhu'] }] },
        { kind: 'facts', rows: [['Flow No.', 'NZ10231']] },
        { kind: 'heading', text: 'Ā ē ī ō ū' },
        lines(2),
        { kind: 'totals', rows: [{ label: 'Total', value: '$4,200.05', isStrong: true }] },
        { kind: 'paragraph', text: 'Kia ora — thank you.' },
      ]),
    );
    const text = pdfText(bytes);
    for (const words of ['KerbFlow', 'Kerb Example Limited', 'Tax Invoice', 'Paid', 'Mere Tāwhai', 'Ōtāhuhu'])
      expect(text).toContain(words);
    for (const words of ['Flow No. NZ10231', 'Ā ē ī ō ū', 'Photography 2 $2.00', '$4,200.05', 'Kia ora — thank you.'])
      expect(text).toContain(words);
  });

  it.each(['heading', 'paragraph'] as const)(
    'has every letter that a name or an address may have, in the font of a %s',
    async (kind) => {
      const codes = Array.from({ length: 0x2028 }, (_, code) => String.fromCodePoint(code));
      const letters = codes.filter((letter) => isPrintable(letter) && !/[\s\p{M}\p{Cf}]/u.test(letter));
      expect(letters.length).toBeGreaterThan(800);
      const lines = Array.from({ length: Math.ceil(letters.length / 20) }, (_, line) =>
        letters.slice(line * 20, line * 20 + 20).join(' '),
      );
      const text = pdfText(await draw(letter(lines.map((line) => ({ kind, text: line })))));
      // The font has one glyph for both apostrophes.
      expect(letters.filter((each) => !text.includes(each.replace('’', 'ʼ')))).toEqual([]);
    },
  );

  it('has a title, a language and tagged parts for screen readers', async () => {
    const file = (await draw(letter([lines(1)]))).toString('latin1');
    expect(file).toContain('(Tax Invoice)');
    expect(file).toContain('/Lang (en-NZ)');
    expect(file).toContain('/DisplayDocTitle true');
    expect(file).toContain('/Marked true');
    for (const part of ['H1', 'Table', 'TR', 'TH', 'TD']) expect(file).toContain(`/S /${part}`);
  });

  it('numbers its pages, and repeats a table’s header on each page', async () => {
    const pages = pdfPages(await draw(letter([lines(60)])));
    expect(pages.length).toBeGreaterThan(1);
    pages.forEach((page, place) => {
      expect(page).toContain(`Page ${place + 1} of ${pages.length}`);
      expect(page).toContain('Description');
      expect(page).toContain('KerbFlow · NZ10231');
    });
    const rows = pages.join('\n').match(/Photography \d+/g);
    expect(rows).toEqual(Array.from({ length: 60 }, (_, place) => `Photography ${place + 1}`));
  });

  it('lets a long paragraph continue over pages', async () => {
    const text = Array.from({ length: 1_500 }, (_, place) => `word${place}`).join(' ');
    const pages = pdfPages(await draw(letter([{ kind: 'paragraph', text }])));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.join(' ').match(/word\d+/g)).toHaveLength(1_500);
  });

  it('has the same bytes whenever the same content is rendered', async () => {
    const [one, other] = await Promise.all([render(letter([lines(3)]), never), render(letter([lines(3)]), never)]);
    expect(one.equals(other)).toBe(true);
  });

  it('has the same bytes whatever its thread has rendered before', async () => {
    // Both characters have the glyph of an apostrophe. The file says which of them it stands for.
    const quoted = (mark: string) => letter([{ kind: 'paragraph', text: `O${mark}Neill, office ffi` }]);
    const first = await render(quoted('’'), never);
    await render(quoted('ʼ'), never);
    const again = await render(quoted('’'), never);
    expect(again.equals(first)).toBe(true);
    expect(pdfText(again)).toContain('O’Neill');
  });
});

describe('rendering', () => {
  it('does not block the server', async () => {
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
    }, 1);
    await draw(letter([lines(120)]));
    clearInterval(turning);
    expect(turns).toBeGreaterThan(5);
  });

  it('is done once for the same content', async () => {
    const document = letter([lines(5)]);
    const bytes = await draw(document);
    expect(await drawPdf({ ...document }, 'somebody else')).toBe(bytes);
  });

  it('fails no other document if one takes too long', async () => {
    const limit = new AbortController();
    const late = render(letter([lines(2_000)]), limit.signal);
    const other = render(letter([lines(2)]), never);
    limit.abort();
    await expect(late).rejects.toThrow(DrawingFailure);
    expect(pdfText(await other)).toContain('Photography 2');
    expect(pdfText(await render(letter([lines(1)]), never))).toContain('Photography 1');
  });

  it('reports a document that cannot be rendered, and continues with the next', async () => {
    const broken = letter([{ kind: 'unheard-of' } as unknown as PdfBlock]);
    await expect(draw(broken)).rejects.toThrow(DrawingFailure);
    expect(pdfText(await draw(letter([lines(1)])))).toContain('Photography 1');
  });
});
