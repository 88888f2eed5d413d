import { officeFormOf } from '@kerb/server/platform/files/office-document.ts';
import { RefusedFile, refusals } from '@kerb/server/platform/files/refused-file.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anEntryWithTwoNames,
  anExcelDocument,
  asZip64,
  aWordDocument,
  aZip,
  aZip64Entry,
  type ZipEntry,
} from '../../../test/zip.ts';

const megabyte = 1_048_576;
const never = new AbortController().signal;
const text = (name: string, words = 'x'): ZipEntry => ({ name, content: Buffer.from(words) });

/** 51 megabytes, compressed to a twentieth of a megabyte. */
function bomb(): Buffer {
  const content = Buffer.alloc(3 * megabyte);
  return aWordDocument(...Array.from({ length: 17 }, (_, number) => ({ name: `b${number}`, content })));
}

/** Many entries that share one packed content: small as a file, 300 megabytes when unpacked. */
function sharedBomb(): Buffer {
  const content = Buffer.alloc(megabyte);
  return aWordDocument(...Array.from({ length: 300 }, (_, number) => ({ name: `s${number}`, content })));
}

const manyEntries = () => aZip(Array.from({ length: 2_001 }, (_, number) => text(`e${number}`)));

/** The number of entries at the end of the archive, changed. */
function announcing(entries: number): Buffer {
  const zip = Buffer.from(aWordDocument());
  zip.writeUInt16LE(entries, zip.length - 12);
  return zip;
}

describe('an office document', () => {
  it('is recognised by its content', async () => {
    expect(await officeFormOf(aWordDocument(), never)).toBe('docx');
    expect(await officeFormOf(anExcelDocument(text('xl/worksheets/sheet1.xml')), never)).toBe('xlsx');
  });

  it('may be a ZIP64 archive', async () => {
    expect(await officeFormOf(asZip64(aWordDocument()), never)).toBe('docx');
    expect(await officeFormOf(aWordDocument(aZip64Entry('word/media/1.png', Buffer.from('x'))), never)).toBe('docx');
  });

  // biome-ignore format: a table
  it.each<[string, () => Buffer, keyof typeof refusals]>([
    ['an archive bomb',                     bomb,                                                                           'badDocument'],
    ['an entry larger than it says',        () => aWordDocument({ ...text('a'), content: Buffer.alloc(megabyte), claims: 9 }), 'badDocument'],
    ['a path out of its folder',            () => aWordDocument(text('../../etc/cron.d/x')),                                'badDocument'],
    ['a password',                          () => aWordDocument({ ...text('a'), flags: 1 }),                                'badDocument'],
    ['macros',                              () => aWordDocument(text('word/vbaProject.bin')),                               'macros'],
    ['macros in a folder with backslashes', () => aWordDocument(text('word\\vbaProject.bin')),                              'macros'],
    ['macros under a second name',          () => aWordDocument(anEntryWithTwoNames('word/vbaProject.bin', 'word/a.xml')),   'macros'],
    ['macros as a second name',             () => aWordDocument(anEntryWithTwoNames('word/a.xml', 'word/vbaProject.bin')),   'macros'],
    ['an absolute path',                    () => aWordDocument(text('/etc/passwd')),                                       'badDocument'],
    ['the path of a drive',                 () => aWordDocument(text('C:\\x')),                                             'badDocument'],
    ['a path with backslashes',             () => aWordDocument(text('..\\x')),                                             'badDocument'],
    ['one name twice',                      () => aWordDocument(text('word/document.xml', 'another')),                      'badDocument'],
    ['one name in two cases',               () => aWordDocument(text('Word/Document.xml')),                                 'badDocument'],
    ['a bomb of many small entries',        sharedBomb,                                                                     'badDocument'],
    ['a bomb announced by ZIP64',           () => aWordDocument(aZip64Entry('a', Buffer.from('x'), 2n ** 60n)),             'badDocument'],
    ['an entry larger than ZIP64 says',     () => aWordDocument(aZip64Entry('a', Buffer.alloc(megabyte), 9n)),              'badDocument'],
    ['an entry smaller than it says',       () => aWordDocument({ ...text('a'), claims: 9 }),                               'badDocument'],
    ['too many entries',                    manyEntries,                                                                    'badDocument'],
    ['too many entries by ZIP64',           () => asZip64(manyEntries()),                                                   'badDocument'],
    ['no entry',                            () => aZip([]),                                                                 'badDocument'],
    ['fewer entries than announced',        () => announcing(40),                                                           'badDocument'],
    ['a ZIP64 directory out of the file',   () => asZip64(aWordDocument(), 2n ** 60n),                                      'badDocument'],
    ['any other archive',                   () => aZip([text('readme.txt')]),                                               'notAccepted'],
    ['an archive of no known kind',         () => aZip([text('[Content_Types].xml'), text('ppt/presentation.xml')]),        'notAccepted'],
    ['an archive cut short',                () => aWordDocument().subarray(0, -30),                                         'badDocument'],
    ['an archive with damaged content',     () => Buffer.from(aWordDocument()).fill(0xff, 45, 60),                          'badDocument'],
    ['only the first bytes',                () => Buffer.from('PK\u0003\u0004'),                                            'badDocument'],
  ])('is refused with %s', async (_, make, reason) => {
    await expect(officeFormOf(make(), never)).rejects.toThrow(refusals[reason]);
  });

  it('is refused with little memory', async () => {
    const zip = bomb();
    const before = process.memoryUsage.rss();
    await officeFormOf(zip, never).catch(() => {});
    expect(process.memoryUsage.rss() - before).toBeLessThan(50 * megabyte);
  });

  it('is either recognised or refused, whichever of its bytes are damaged', async () => {
    const documents = fc.constantFrom(aWordDocument(), asZip64(anExcelDocument(aZip64Entry('a', Buffer.from('x')))));
    const damage = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(documents, damage, async (document, changes) => {
        const damaged = Buffer.from(document);
        for (const [at, value] of changes) damaged[at % damaged.length] = value;
        const outcome = await officeFormOf(damaged, never).catch((error: unknown) => error);
        expect(outcome === 'docx' || outcome === 'xlsx' || outcome instanceof RefusedFile).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
