import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkPartName, checkTextPart, isTextPart } from '@kerb/server/platform/files/active-content/office.ts';
import { RefusedFile, refusedFor } from '@kerb/server/platform/files/refused-file.ts';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

const mostEntries = 2_000;
const mostUnpackedBytes = 50 * 1_048_576;

/** yauzl checks the decoded name, which an extra field may replace. */
const namesOf = ({ fileName, fileNameRaw }: Entry): string[] => [fileName, fileNameRaw.toString('latin1')];

/** Reads the directory of the archive, and refuses it before anything is unpacked. */
async function readDirectory(archive: ZipFile): Promise<Entry[]> {
  if (archive.entryCount === 0 || archive.entryCount > mostEntries) throw refusedFor('badDocument');
  const entries = await Array.fromAsync(archive.eachEntry());
  for (const entry of entries) checkPartName(namesOf(entry));
  const unpackedBytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (unpackedBytes > mostUnpackedBytes) throw refusedFor('badDocument');
  // Programs disagree about which of two equal names counts, so one could show what another did not check.
  const names = new Set(entries.map(({ fileName }) => fileName.toLowerCase()));
  if (names.size !== entries.length) throw refusedFor('badDocument');
  return entries;
}

/** yauzl fails an entry that is encrypted, damaged, or not exactly as large as the directory says. */
async function checkEntry(archive: ZipFile, entry: Entry, signal: AbortSignal): Promise<void> {
  const content = await archive.openReadStreamPromise(entry);
  const isText = namesOf(entry).some(isTextPart);
  const parts: Buffer[] = [];
  const reading = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (isText) parts.push(chunk);
      done();
    },
  });
  await pipeline(content, reading, { signal });
  if (isText) for (const name of namesOf(entry)) checkTextPart(name, Buffer.concat(parts));
}

async function readDocument(zip: Buffer, signal: AbortSignal): Promise<OfficeForm | null> {
  const archive = await fromBufferPromise(zip);
  const entries = await readDirectory(archive);
  const names = new Set(entries.map(({ fileName }) => fileName));
  if (!names.has('[Content_Types].xml')) return null;
  for (const entry of entries) await checkEntry(archive, entry, signal);
  if (names.has('word/document.xml')) return 'docx';
  return names.has('xl/workbook.xml') ? 'xlsx' : null;
}

export type OfficeForm = 'docx' | 'xlsx';

/** Recognises a Word or Excel document by its entries. Refuses archive bombs, active content and damaged archives. */
export async function officeFormOf(zip: Buffer, signal: AbortSignal): Promise<OfficeForm> {
  const form = await readDocument(zip, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    // The archive is in memory, so any error of yauzl or zlib is the archive's fault.
    throw error instanceof RefusedFile ? error : refusedFor('badDocument');
  });
  if (form === null) throw refusedFor('notAccepted');
  return form;
}
