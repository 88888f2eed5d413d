import { type Answers, met, tests } from '../answer.ts';

const upload = 'server/src/features/documents/upload-asset.test.ts';
const fileName = 'server/src/platform/files/file-name.test.ts';

export const files: Answers = {
  '5.1.1': met(
    'Documented kinds and sizes of files',
    'Kinds, endings, sizes, unpacked sizes, quotas, and what happens to a harmful file.',
    'docs/data.md#files',
    'docs/decisions/0093-files-have-a-use.md',
    tests('scripts/inventories.test.ts', 'names every kind of file with its endings'),
  ),
  '5.2.1': met(
    'Size',
    '8 MB are counted while they arrive. Inspecting takes turns by person and has a time limit.',
    tests(upload, 'may be 8,388,608 bytes', 'may not be %s'),
    tests('server/test/fair-queues.test.ts', 'leave another person’s upload third in line at worst'),
  ),
  '5.2.2': met(
    'Content matches the name',
    'The content decides the kind and must match the ending. Pictures are redrawn; PDFs and office documents inspected.',
    tests(upload, '%s is recognised by its content', 'refuses %s'),
    tests('server/src/platform/files/active-content/pdf.test.ts', 'with %s is refused, plain or compressed'),
    tests('server/src/platform/files/picture.test.ts', 'carries only its pixels (%s)'),
  ),
  '5.2.3': met(
    'Packed files',
    'An office document may unpack to 50 MB and 2,000 entries, measured while unpacking; a PDF is bounded too.',
    tests('server/src/platform/files/office-document.test.ts', 'is refused with %s', 'is refused with little memory'),
    tests('server/src/platform/files/active-content/pdf.test.ts', 'that unpacks to too much is refused'),
  ),
  '5.3.1': met(
    'Files are not executed',
    'Files are encrypted, in no folder that is served, and sent as attachments after a check of rights.',
    tests(upload, 'is encrypted, and its checksum is that of the content'),
    tests(
      'server/src/features/documents/documents.test.ts',
      'is sent as an attachment, with headers that prevent scripts',
    ),
  ),
  '5.3.2': met(
    'Paths',
    'A stored file has a random key of ours; a name of a user is never part of a path.',
    tests('server/src/gateways/file-store/file-store.test.ts', 'refuses a key like %j'),
  ),
  '5.4.1': met(
    'Names of downloads',
    'Names are cleaned when a file arrives, and the response names the file.',
    tests(upload, 'cleans the name %s'),
    tests(fileName, 'is short, valid and harmless, whatever the client declared'),
  ),
  '5.4.2': met(
    'Names in headers and mails',
    'RFC 6266, in both spellings; mails attach by nodemailer.',
    tests(fileName, 'is in the header in both spellings'),
    tests('server/src/gateways/mail/mail.test.ts', 'attaches a document under its file name'),
  ),
  '5.4.3': met(
    'Virus scan',
    'ClamAV scans each upload before it is stored. Without its verdict nothing is stored.',
    tests(
      'server/src/gateways/file-scanner/file-scanner.test.ts',
      'reports the test file, and nothing else',
      'is unavailable if it %s',
    ),
    tests(upload, 'being away stores nothing, and the answer says when to try again'),
    'docs/operations.md#uploads',
  ),
};
