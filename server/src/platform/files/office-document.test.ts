import { officeFormOf } from '@kerb/server/platform/files/office-document.ts';
import { refusals } from '@kerb/server/platform/files/refused-file.ts';
import { describe, expect, it } from 'vitest';
import { anExcelDocument, aWordDocument, aZip, type ZipEntry } from '../../../test/zip.ts';

const megabyte = 1_048_576;
const text = (name: string, words = 'x'): ZipEntry => ({ name, content: Buffer.from(words) });

/** 210 megabytes, compressed to a fifth of a megabyte. */
function bomb(): Buffer {
  const content = Buffer.alloc(10 * megabyte);
  return aWordDocument(...Array.from({ length: 21 }, (_, number) => ({ name: `b${number}`, content })));
}

describe('an office document', () => {
  it('is recognised by its content', async () => {
    expect(await officeFormOf(aWordDocument())).toBe('docx');
    expect(await officeFormOf(anExcelDocument(text('xl/worksheets/sheet1.xml')))).toBe('xlsx');
  });

  // biome-ignore format: a table
  it.each<[string, () => Buffer, keyof typeof refusals]>([
    ['an archive bomb',                     bomb,                                                                           'badDocument'],
    ['an entry larger than it says',        () => aWordDocument({ ...text('a'), content: Buffer.alloc(megabyte), claims: 9 }), 'badDocument'],
    ['a path out of its folder',            () => aWordDocument(text('../../etc/cron.d/x')),                                'badDocument'],
    ['a password',                          () => aWordDocument({ ...text('a'), flags: 1 }),                                'badDocument'],
    ['macros',                              () => aWordDocument(text('word/vbaProject.bin')),                               'macros'],
    ['any other archive',                   () => aZip([text('readme.txt')]),                                               'notAccepted'],
    ['an archive of no known kind',         () => aZip([text('[Content_Types].xml'), text('ppt/presentation.xml')]),        'notAccepted'],
    ['an archive cut short',                () => aWordDocument().subarray(0, -30),                                         'badDocument'],
    ['an archive with its middle spoilt',   () => Buffer.from(aWordDocument()).fill(0xff, 45, 60),                          'badDocument'],
    ['nothing but the first bytes',         () => Buffer.from('PK\u0003\u0004'),                                            'badDocument'],
  ])('is refused with %s', async (_, make, reason) => {
    await expect(officeFormOf(make())).rejects.toThrow(refusals[reason]);
  });

  it('is refused with little memory', async () => {
    const zip = bomb();
    const before = process.memoryUsage.rss();
    await officeFormOf(zip).catch(() => {});
    expect(process.memoryUsage.rss() - before).toBeLessThan(50 * megabyte);
  });
});
