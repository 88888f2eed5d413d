import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { decrypting, encrypting, newFileKey } from '@kerb/server/platform/files/file-cipher.ts';

/** Enough to tell what a file is. */
const sampleBytes = 4_100;
const leftoverAgeMs = 3_600_000;

/** A file that came in, held on disk under its own key: what a crash leaves behind cannot be read. */
export type ReceivedFile = {
  size: number;
  sha256: Buffer;
  /** How it begins. */
  sample: Buffer;
  key: Buffer;
  /** Its bytes as they came. */
  read: () => Readable;
  /** Its bytes as they are stored. */
  readSealed: () => Readable;
  discard: () => Promise<void>;
};

export const temporaryFolder = (dataDir: string): string => join(dataDir, 'tmp');

/** Takes a stream in, however long it is, without holding it in memory. */
export async function receiveFile(dataDir: string, bytes: Readable): Promise<ReceivedFile> {
  const folder = temporaryFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomBytes(16).toString('hex'));
  const key = newFileKey();
  const hash = createHash('sha256');
  const samples: Buffer[] = [];
  let size = 0;
  const measuring = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (size < sampleBytes) samples.push(Buffer.from(chunk.subarray(0, sampleBytes - size)));
      size += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const discard = () => rm(path, { force: true });
  try {
    await pipeline(bytes, measuring, encrypting(key), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await discard();
    throw error;
  }
  const readSealed = () => createReadStream(path);
  return {
    size,
    sha256: hash.digest(),
    sample: Buffer.concat(samples),
    key,
    read: () => opened(readSealed(), key),
    readSealed,
    discard,
  };
}

/** The plain bytes of a sealed stream; ends with a DamagedFile where they are not what was stored. */
export function opened(sealed: Readable, key: Buffer): Readable {
  const plain = decrypting(key);
  // Ties the two together: whichever ends or fails first takes the other with it, and the error stays on `plain`.
  void pipeline(sealed, plain).catch(() => {});
  return plain;
}

/** What uploads left behind that a crash cut off. Younger files may be another server's, at work. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  const folder = temporaryFolder(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const age = await stat(path)
      .then(({ mtimeMs }) => Date.now() - mtimeMs)
      .catch(() => 0);
    if (age > leftoverAgeMs) await rm(path, { force: true });
  }
}
