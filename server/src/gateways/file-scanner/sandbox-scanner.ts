import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type FileScanner, ScannerUnavailable, type Verdict } from '@kerb/server/platform/ports/file-scanner.ts';
import { fromBufferPromise } from 'yauzl';

/** The harmless test file that every scanner reports. In two parts, so that scanners do not report this source file. */
const eicar = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
  'latin1',
);
/** A file that contains these words finds the scanner away. */
const downWords = Buffer.from('kerb-scanner-down');
const searchedBytes = 1_024;

const isZip = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));

/** The first bytes, and all of them for an archive. */
async function startOf(bytes: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of bytes) {
    parts.push(part as Buffer);
    size += (part as Buffer).length;
    if (size >= searchedBytes && !isZip(parts[0] ?? Buffer.alloc(0))) break;
  }
  return Buffer.concat(parts);
}

async function entriesOf(bytes: Buffer): Promise<Buffer[]> {
  const archive = await fromBufferPromise(bytes);
  const contents: Buffer[] = [];
  for await (const entry of archive.eachEntry()) {
    if (entry.uncompressedSize <= searchedBytes)
      contents.push(await buffer(await archive.openReadStreamPromise(entry)));
  }
  return contents;
}

function verdictOn(bytes: Buffer): Verdict | null {
  const start = bytes.subarray(0, searchedBytes);
  if (start.includes(downWords)) throw new ScannerUnavailable('the sandbox was asked to be away');
  return start.includes(eicar) ? { state: 'infected', name: 'Eicar-Test-Signature' } : null;
}

/** A sandbox's scanner. It knows the test file of scanners, also inside a Word or Excel document, and nothing else. */
export const sandboxScanner: FileScanner = {
  scan: async (bytes) => {
    const content = await startOf(bytes);
    // A damaged archive is refused by its inspection.
    const inside = isZip(content) ? await entriesOf(content).catch(() => []) : [];
    return [content, ...inside].map(verdictOn).find((verdict) => verdict !== null) ?? { state: 'clean' };
  },
  version: async () => 'sandbox: knows the EICAR test file only',
};
