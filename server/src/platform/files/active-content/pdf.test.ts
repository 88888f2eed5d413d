import { deflateSync } from 'node:zlib';
import { aPdf } from '@kerb/server/demo/make-file.ts';
import { checkPdf } from '@kerb/server/platform/files/active-content/pdf.ts';
import { refusals } from '@kerb/server/platform/files/refused-file.ts';
import { drawDocument } from '@kerb/server/platform/pdf/draw-document.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** A PDF with one more object. */
const withObject = (dictionary: string): Buffer =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog ${dictionary} >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF`,
    'latin1',
  );

/** The object compressed into an object stream. */
function compressed(inside: string, more = '/Filter /FlateDecode'): Buffer {
  const packed = more.includes('Flate') ? deflateSync(Buffer.from(inside, 'latin1')) : Buffer.from(inside, 'latin1');
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Length ${packed.length} ${more} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\n%%EOF')]);
}

// biome-ignore format: a table
const active: [string, string][] = [
  ['a script in its catalogue',  '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'],
  ['a script by reference',      '/AA << /O << /JS 4 0 R >> >>'],
  ['a script as hex text',       '/Names << /JS <6170702E> >>'],
  ['a script after a comment',   '/X << /JS % words\n (x) >>'],
  ['a program to start',         '/A << /S /Launch /F (cmd.exe) >>'],
  ['an embedded file',           '/Names << /EmbeddedFiles 5 0 R >>'],
  ['a stream of a file',         '/Type /EmbeddedFile'],
  ['rich media',                 '/Subtype /RichMedia'],
  ['a form of its own',          '/AcroForm << /XFA [ (a) 7 0 R ] >>'],
  ['a form that is sent',        '/A << /S /SubmitForm /F (https://x.example) >>'],
  ['data that are imported',     '/A << /S /ImportData /F (x) >>'],
  ['a jump into another file',   '/A << /S /GoToE >>'],
];

describe('a PDF', () => {
  it.each(active)('with %s is refused, plain or compressed', (_, dictionary) => {
    expect(() => checkPdf(withObject(dictionary))).toThrow(refusals.activePdf);
    expect(() => checkPdf(compressed(dictionary))).toThrow(refusals.activePdf);
  });

  it('that is encrypted is refused', () => {
    expect(() => checkPdf(withObject('/Encrypt 9 0 R'))).toThrow(refusals.lockedPdf);
  });

  it.each(['/Filter /ASCIIHexDecode', '/Filter [/ASCII85Decode /FlateDecode]', '/Filter /LZWDecode'])(
    'whose objects are compressed in another way is refused: %s',
    (filter) => {
      const hidden = filter.includes('Flate') ? filter.replace('/FlateDecode', '/Fl') : filter;
      expect(() => checkPdf(compressed('hidden', hidden))).toThrow(refusals.badDocument);
    },
  );

  it('whose objects are rearranged by a predictor is refused', () => {
    const filter = '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 4 >>';
    expect(() => checkPdf(compressed('1 0 << >>', filter))).toThrow(refusals.badDocument);
  });

  it('that unpacks to too much is refused', () => {
    expect(() => checkPdf(compressed(' '.repeat(51 * 1_048_576)))).toThrow(refusals.badDocument);
  });

  it('is refused however the letters of such a name are written', () => {
    const names = ['JavaScript', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'RichMedia', 'XFA', 'SubmitForm', 'GoToE'];
    const ways = fc.array(fc.constantFrom('plain', 'lower', 'upper'), { minLength: 13, maxLength: 13 });
    const spelt = fc.tuple(fc.constantFrom(...names), ways, fc.boolean()).map(([name, way, isCompressed]) => {
      const letters = [...name].map((letter, place) => {
        const hex = letter.charCodeAt(0).toString(16);
        if (way[place] === 'plain') return letter;
        return `#${way[place] === 'lower' ? hex : hex.toUpperCase()}`;
      });
      return { dictionary: `/S /${letters.join('')} /F (x)`, isCompressed };
    });
    for (const { dictionary, isCompressed } of fc.sample(spelt, 200)) {
      const file = isCompressed ? compressed(dictionary) : withObject(dictionary);
      expect(() => checkPdf(file)).toThrow(refusals.activePdf);
    }
  });

  // biome-ignore format: a table
  it.each<[string, string]>([
    ['a link to an address',        '/A << /S /URI /URI (https://kerb.example) >>'],
    ['a page to open at',           '/OpenAction [ 3 0 R /Fit ]'],
    ['names that begin alike',      '/JavaScriptFree 1 /Launcher 2 /EncryptMetadata false /XFAFree 3'],
    ['three letters of a picture',  '/JSx /JS] '],
    ['an outline',                  '/Outlines << /First 4 0 R /Last 5 0 R >>'],
  ])('with %s is accepted', (_, dictionary) => {
    expect(() => checkPdf(withObject(dictionary))).not.toThrow();
    expect(() => checkPdf(compressed(dictionary))).not.toThrow();
  });

  it('of the product and of its demo is accepted', async () => {
    const letter = {
      title: 'Tax Invoice',
      locale: 'en-AU',
      date: '2026-11-14T01:02:03.000Z',
      letterhead: { brand: 'KerbPay', colour: '#0C2B38', sender: ['Kerb'] },
      footer: 'KerbPay',
      blocks: [{ kind: 'paragraph', text: 'JavaScript /JavaScript Launch' }],
    } as const;
    expect(() => checkPdf(Buffer.alloc(0))).not.toThrow();
    checkPdf(await drawDocument(letter));
    checkPdf(await aPdf(['A plan', 'of two lines']));
  });

  it('with the bytes of a large picture is accepted', () => {
    const picture = Buffer.alloc(4_000_000);
    let state = 7;
    for (let at = 0; at < picture.length; at += 1) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      picture[at] = state >> 16;
    }
    expect(() => checkPdf(Buffer.concat([withObject(''), picture]))).not.toThrow();
  });
});
