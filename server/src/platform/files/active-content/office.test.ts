import { officeFormOf } from '@kerb/server/platform/files/office-document.ts';
import { refusals } from '@kerb/server/platform/files/refused-file.ts';
import { describe, expect, it } from 'vitest';
import { anExcelDocument, aWordDocument, type ZipEntry } from '../../../../test/zip.ts';

const never = new AbortController().signal;
const part = (name: string, content: string | Buffer): ZipEntry => ({ name, content: Buffer.from(content) });
const rels = (inside: string) => `<?xml version="1.0"?><Relationships>${inside}</Relationships>`;
const template = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate';
const hyperlink = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink';
const toTemplate = (mode: string) =>
  rels(`<Relationship Id="r1" Type="${template}" Target="http://x.example" ${mode}/>`);
const settings = 'word/_rels/settings.xml.rels';
const bigEndian = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();

// biome-ignore format: a table
const active: [string, ZipEntry, keyof typeof refusals][] = [
  ['macro data',                       part('word/vbaData.xml', '<x/>'),                                             'macros'],
  ['an ActiveX control',               part('word/activeX/activeX1.xml', '<x/>'),                                    'activeOffice'],
  ['an embedded object',               part('word/embeddings/oleObject1.bin', 'x'),                                  'activeOffice'],
  ['an embedded object, other slashes', part('word\\embeddings\\x.bin', 'x'),                                        'activeOffice'],
  ['a macro sheet',                    part('xl/macrosheets/sheet1.xml', '<x/>'),                                    'activeOffice'],
  ['a connection to data',             part('xl/connections.xml', '<x/>'),                                           'activeOffice'],
  ['a link that starts a program',     part('xl/externalLinks/externalLink1.xml', '<a><ddeLink/></a>'),              'activeOffice'],
  ['an external template',             part(settings, toTemplate('TargetMode="External"')),                          'activeOffice'],
  ['one in single quotes',             part(settings, toTemplate("TargetMode = 'External'")),                        'activeOffice'],
  ['one with an entity',               part(settings, toTemplate('TargetMode="&#69;xtern&#x61;l"')),                 'activeOffice'],
  ['one after a quoted bracket',       part(settings, rels(`<Relationship Target="a>b" Type="${template}" TargetMode="External"/>`)), 'activeOffice'],
  ['one with a prefix',                part(settings, rels(`<p:Relationship Type="${template}" TargetMode="External"/>`)), 'activeOffice'],
  ['one in UTF-16',                    part(settings, Buffer.from(`\uFEFF${toTemplate('TargetMode="External"')}`, 'utf16le')), 'activeOffice'],
  ['one in UTF-16, big-endian',        part(settings, bigEndian(toTemplate('TargetMode="External"'))),                'activeOffice'],
  ['an encoding that we do not read',  part(settings, '<?xml version="1.0" encoding="utf-7"?><a/>'),                 'badDocument'],
  ['a document type',                  part('word/styles.xml', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a/>'), 'activeOffice'],
  ['a field that starts a program',    part('word/footer1.xml', '<w:instrText>DDEAUTO c:\\\\cmd.exe</w:instrText>'), 'activeOffice'],
  ['such a field in two parts',        part('word/footer1.xml', '<w:instrText>DD</w:instrText><w:instrText>E cmd</w:instrText>'), 'activeOffice'],
  ['such a field in an attribute',     part('word/footer1.xml', '<w:fldSimple w:instr="DDE cmd"/>'),                 'activeOffice'],
  ['a field that fetches a picture',   part('word/footer1.xml', '<w:instrText>INCLUDEPICTURE "http://x.example/a.png"</w:instrText>'), 'activeOffice'],
  ['a cell that starts a program',     part('xl/worksheets/sheet1.xml', "<c><f>cmd|'/C calc'!A0</f></c>"),           'activeOffice'],
];

describe('an office document', () => {
  it.each(active)('with %s is refused', async (_, entry, reason) => {
    await expect(officeFormOf(aWordDocument(entry), never)).rejects.toThrow(refusals[reason]);
    await expect(officeFormOf(anExcelDocument(entry), never)).rejects.toThrow(refusals[reason]);
  });

  // biome-ignore format: a table
  it.each<[string, ZipEntry]>([
    ['a link that a person clicks',  part('word/_rels/document.xml.rels', rels(`<Relationship Type="${hyperlink}" Target="https://kerb.example" TargetMode="External"/>`))],
    ['a part of its own',            part('word/_rels/document.xml.rels', rels('<Relationship Type="x/styles" Target="styles.xml"/>'))],
    ['a page number',                part('word/footer1.xml', '<w:instrText> PAGE </w:instrText>')],
    ['a custom part',                part('customXml/item1.xml', '<?xml version="1.0" encoding="UTF-8"?><a/>')],
    ['a formula',                    part('xl/worksheets/sheet1.xml', '<c><f>SUM(A1:A9)</f></c>')],
  ])('with %s is accepted', async (_, entry) => {
    expect(await officeFormOf(aWordDocument(entry), never)).toBe('docx');
  });
});
