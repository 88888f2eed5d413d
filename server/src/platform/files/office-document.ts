import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { refusedFor } from '@kerb/server/platform/files/refused-file.ts';

const mostEntries = 5_000;
const mostUnpackedBytes = 200 * 1_048_576;

// The directory of a ZIP archive (APPNOTE 4.3): signatures, and the lengths of the fixed parts.
const endMark = 0x06054b50;
const endBytes = 22;
const entryMark = 0x02014b50;
const entryBytes = 46;
const localMark = 0x04034b50;
const localBytes = 30;

type Entry = { name: string; isStored: boolean; packed: number; unpacked: number; at: number };

function endOfDirectory(zip: Buffer): number {
  for (let at = zip.length - endBytes; at >= 0 && at > zip.length - endBytes - 65_536; at -= 1) {
    if (zip.readUInt32LE(at) === endMark) return at;
  }
  throw refusedFor('badDocument');
}

function entryAt(zip: Buffer, at: number): { entry: Entry; next: number } {
  const flags = zip.readUInt16LE(at + 8);
  const method = zip.readUInt16LE(at + 10);
  const isUnderstood = zip.readUInt32LE(at) === entryMark && (flags & 1) === 0 && (method === 0 || method === 8);
  if (!isUnderstood) throw refusedFor('badDocument');
  const nameBytes = zip.readUInt16LE(at + 28);
  const next = at + entryBytes + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  const entry = {
    name: zip.toString('utf8', at + entryBytes, at + entryBytes + nameBytes),
    isStored: method === 0,
    packed: zip.readUInt32LE(at + 20),
    unpacked: zip.readUInt32LE(at + 24),
    at: zip.readUInt32LE(at + 42),
  };
  return { entry, next };
}

/** The entries that the archive declares. */
function entriesOf(zip: Buffer): Entry[] {
  const end = endOfDirectory(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count === 0 || count > mostEntries) throw refusedFor('badDocument');
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    const { entry, next } = entryAt(zip, at);
    entries.push(entry);
    at = next;
  }
  return entries;
}

/** Unpacks an entry without keeping it, to check its declared size, which an archive bomb can falsify. */
async function checkEntry(zip: Buffer, { at, isStored, packed, unpacked }: Entry): Promise<void> {
  if (zip.readUInt32LE(at) !== localMark) throw refusedFor('badDocument');
  const from = at + localBytes + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  const bytes = zip.subarray(from, from + packed);
  if (bytes.length !== packed || (isStored && packed !== unpacked)) throw refusedFor('badDocument');
  if (isStored || packed === 0) return;
  let seen = 0;
  const counting = new Writable({
    write(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      done(seen > unpacked ? refusedFor('badDocument') : null);
    },
  });
  await pipeline(Readable.from([bytes]), createInflateRaw(), counting);
}

export type OfficeForm = 'docx' | 'xlsx';

/** Recognises a Word or Excel document by its content, and refuses dangerous ones. */
export async function officeFormOf(zip: Buffer): Promise<OfficeForm> {
  try {
    const entries = entriesOf(zip);
    const total = entries.reduce((sum, { unpacked }) => sum + unpacked, 0);
    if (total > mostUnpackedBytes) throw refusedFor('badDocument');
    const names = new Set(entries.map(({ name }) => name));
    if (entries.some(({ name }) => /(^|\/)vbaProject\.bin$/i.test(name))) throw refusedFor('macros');
    if (entries.some(({ name }) => /(^|[/\\])\.\.([/\\]|$)|^[/\\]/.test(name))) throw refusedFor('badDocument');
    if (!names.has('[Content_Types].xml')) throw refusedFor('notAccepted');
    for (const entry of entries) await checkEntry(zip, entry);
    if (names.has('word/document.xml')) return 'docx';
    if (names.has('xl/workbook.xml')) return 'xlsx';
  } catch (error) {
    if (error instanceof RangeError || (error as NodeJS.ErrnoException).code?.startsWith('Z_')) {
      throw refusedFor('badDocument');
    }
    throw error;
  }
  throw refusedFor('notAccepted');
}
