import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { decrypting, encrypting, newFileKey } from '@kerb/server/platform/files/file-cipher.ts';

/** Enough bytes to recognise a file. */
const sampleBytes = 4_100;
const leftoverAgeMs = 3_600_000;

/** An uploaded file, encrypted on disk with its own key, so that nobody can read what a crash leaves behind. */
export type ReceivedFile = {
  size: number;
  sha256: Buffer;
  /** The first bytes. */
  sample: Buffer;
  key: Buffer;
  /** The plain bytes. */
  read: () => Readable;
  /** The encrypted bytes, as stored. */
  readEncrypted: () => Readable;
  discard: () => Promise<void>;
};

export const temporaryFolder = (dataDir: string): string => join(dataDir, 'tmp');

/** Receives a stream of any length without holding it in memory. */
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
  const readEncrypted = () => createReadStream(path);
  return {
    size,
    sha256: hash.digest(),
    sample: Buffer.concat(samples),
    key,
    read: () => opened(readEncrypted(), key),
    readEncrypted,
    discard,
  };
}

/** The plain bytes in one piece. They are written to their place as they arrive, so that they are held once. */
export async function wholeOf({ size, read }: ReceivedFile): Promise<Buffer> {
  const whole = Buffer.alloc(size);
  let at = 0;
  for await (const part of read()) at += (part as Buffer).copy(whole, at);
  return whole;
}

/** Decrypts a stream. Fails with DamagedFile if the bytes are not those that were stored. */
export function opened(encrypted: Readable, key: Buffer): Readable {
  const plain = decrypting(key);
  // Connects the two streams: if one ends or fails, so does the other. The error stays on `plain`, for its reader.
  void pipeline(encrypted, plain).catch(() => {});
  return plain;
}

function noneWhereMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** Deletes uploads that a crash interrupted. Younger files may belong to another server that is still working. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  const folder = temporaryFolder(dataDir);
  // The first upload creates the folder.
  for (const name of await readdir(folder).catch(noneWhereMissing)) {
    const path = join(folder, name);
    const age = await stat(path)
      .then(({ mtimeMs }) => Date.now() - mtimeMs)
      // Deleted since the folder was read: its upload has ended.
      .catch(() => 0);
    if (age > leftoverAgeMs) await rm(path, { force: true });
  }
}
