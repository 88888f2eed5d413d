import { Readable } from 'node:stream';
import { acceptedEndings, extensionOf, type FileKind, kindByName } from '@kerb/domain/documents/accepted-files.ts';
import { checkPdf } from '@kerb/server/platform/files/active-content/pdf.ts';
import { officeFormOf } from '@kerb/server/platform/files/office-document.ts';
import { logo, type PictureForm, photo, portrait, redrawn } from '@kerb/server/platform/files/picture.ts';
import { checkPlainText } from '@kerb/server/platform/files/plain-text.ts';
import { type ReceivedFile, receiveFile, wholeOf } from '@kerb/server/platform/files/received-file.ts';
import { refusedFor } from '@kerb/server/platform/files/refused-file.ts';
import { fileTypeFromBuffer } from 'file-type';

/** How the content of a file is inspected before it is accepted. */
type Inspection = 'pdf' | 'picture' | 'office' | 'text';
type Kind = { extensions: readonly string[]; contentType: string; inspection: Inspection };
const endings = acceptedEndings;

// biome-ignore format: a table
export const fileKinds: Record<FileKind, Kind> = {
  pdf:  { extensions: endings.pdf,  contentType: 'application/pdf', inspection: 'pdf' },
  jpeg: { extensions: endings.jpeg, contentType: 'image/jpeg',      inspection: 'picture' },
  png:  { extensions: endings.png,  contentType: 'image/png',       inspection: 'picture' },
  gif:  { extensions: endings.gif,  contentType: 'image/gif',       inspection: 'picture' },
  webp: { extensions: endings.webp, contentType: 'image/webp',      inspection: 'picture' },
  docx: { extensions: endings.docx, contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', inspection: 'office' },
  xlsx: { extensions: endings.xlsx, contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',       inspection: 'office' },
  csv:  { extensions: endings.csv,  contentType: 'text/csv',        inspection: 'text' },
  txt:  { extensions: endings.txt,  contentType: 'text/plain',      inspection: 'text' },
};

/** The kinds that a content type can be. If there are several, the file extension decides. */
const kindsByContent: Record<string, readonly FileKind[]> = {
  pdf: ['pdf'],
  jpg: ['jpeg'],
  png: ['png'],
  apng: ['png'],
  gif: ['gif'],
  webp: ['webp'],
  zip: ['docx', 'xlsx'],
};

const isZip = (sample: Buffer) => sample.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));

async function contentOf(sample: Buffer): Promise<string | undefined> {
  // Our own reader inspects archives, because an archive bomb cannot keep it busy.
  return isZip(sample) ? 'zip' : (await fileTypeFromBuffer(sample))?.ext;
}

/** The one kind that matches both the name and the first bytes. */
export async function kindOf(name: string, sample: Buffer): Promise<FileKind> {
  const extension = extensionOf(name);
  const kind = kindByName(name);
  // Text has no signature, and a list such as 'BMW,Audi' begins like a bitmap.
  if (kind && fileKinds[kind].inspection === 'text') return kind;
  const content = await contentOf(sample);
  if (content === 'heic') throw refusedFor('heic');
  // Word and Excel write a document with a password in the container of their older formats.
  if (content === 'cfb') throw refusedFor(kind ? 'badDocument' : 'oldOffice');
  const possible = content === undefined ? undefined : kindsByContent[content];
  if (kind && possible?.includes(kind)) return kind;
  const [only, ...others] = possible ?? [];
  if (extension === '' && only && others.length === 0) return only;
  throw refusedFor(kind ? 'misnamed' : 'notAccepted');
}

/** Inspects a file and returns what to store: the file itself, or the re-encoded picture. */
export async function inspected(
  dataDir: string,
  kind: FileKind,
  file: ReceivedFile,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  const { inspection } = fileKinds[kind];
  const bytes = await wholeOf(file);
  if (inspection === 'picture') {
    return receiveFile(dataDir, Readable.from([await redrawn(bytes, kind as PictureForm)]));
  }
  if (inspection === 'pdf') checkPdf(bytes);
  else if (inspection === 'text') checkPlainText(bytes);
  else if ((await officeFormOf(bytes, signal)) !== kind) throw refusedFor('misnamed');
  return file;
}

const redrawings = { portrait, logo, photo };

/** The same for a person's photo, a logo or a photo of a property: returns a small picture. */
export async function redrawnPicture(
  dataDir: string,
  use: keyof typeof redrawings,
  kind: FileKind,
  file: ReceivedFile,
): Promise<ReceivedFile> {
  if (fileKinds[kind].inspection !== 'picture') throw refusedFor('notPicture');
  return receiveFile(dataDir, Readable.from([await redrawings[use](await wholeOf(file))]));
}
