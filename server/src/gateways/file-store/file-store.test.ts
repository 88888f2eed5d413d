import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { folderStore } from '@kerb/server/gateways/file-store/folder-store.ts';
import { s3Store } from '@kerb/server/gateways/file-store/s3-store.ts';
import { type FileStore, MissingFile, StoreFailure } from '@kerb/server/platform/ports/file-store.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { startS3 } from '../../../test/s3-server.ts';

const mebibyte = 1_048_576;
const folder = mkdtempSync(join(tmpdir(), 'kerb-store-'));
const s3 = await startS3();
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await s3.close();
});

const filesIn = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

type Kind = { name: string; store: FileStore; left: () => string[] };
const kinds: Kind[] = [
  { name: 'in a folder', store: folderStore(folder), left: filesIn },
  // Small parts, so that a file of a few MiB is sent in several.
  {
    name: 'in a bucket',
    store: s3Store(s3.bucket, { partBytes: 5 * mebibyte }),
    left: () => [...s3.objects(), ...s3.openUploads()],
  },
];

const piece = randomBytes(65_536);
/** Bytes that are made while they are read. */
const made = (bytes: number) =>
  Readable.from(
    (function* () {
      for (let left = bytes; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length));
    })(),
    { objectMode: false },
  );
const brokenAfter = (bytes: number) =>
  Readable.from(
    (async function* () {
      yield* made(bytes);
      throw new Error('connection lost');
    })(),
  );

async function hashOf(stream: AsyncIterable<unknown>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

describe.each(kinds)('the file store $name', ({ store, left }) => {
  it('returns what was stored, and nothing after removal', async () => {
    await store.put('ab12', Readable.from([Buffer.from('one '), Buffer.from('two')]));
    expect((await buffer(await store.get('ab12'))).toString()).toBe('one two');
    await store.remove('ab12');
    await expect(store.get('ab12').then(buffer)).rejects.toThrow(MissingFile);
    await store.remove('ab12');
  });

  it('stores an empty file, and replaces a file', async () => {
    await store.put('ab13', Readable.from([]));
    expect(await buffer(await store.get('ab13'))).toHaveLength(0);
    await store.put('ab13', Readable.from([Buffer.from('new')]));
    expect((await buffer(await store.get('ab13'))).toString()).toBe('new');
    await store.remove('ab13');
  });

  it('returns a large file of unknown length as it was', { timeout: 60_000 }, async () => {
    const size = 16 * mebibyte + 7;
    await store.put('large', made(size));
    expect(await hashOf(await store.get('large'))).toBe(await hashOf(made(size)));
    await store.remove('large');
    expect(left()).toEqual([]);
  });

  it.each([1, 7 * mebibyte])('keeps nothing of a file that is interrupted after %i bytes', async (bytes) => {
    await expect(store.put('cd34', brokenAfter(bytes))).rejects.toThrow('connection lost');
    expect(left()).toEqual([]);
  });

  it('closes a file that its reader leaves', async () => {
    await store.put('ab14', made(8 * mebibyte));
    const stream = await store.get('ab14');
    for await (const _ of stream) break;
    expect(stream.destroyed).toBe(true);
    await store.remove('ab14');
  });

  it.each(['../secret', 'a/b', '', 'a\u0000b', '.'])('refuses a key like %j', async (key) => {
    await expect(store.put(key, Readable.from([Buffer.from('x')]))).rejects.toThrow(RangeError);
    await expect(store.get(key)).rejects.toThrow(RangeError);
    await expect(store.remove(key)).rejects.toThrow(RangeError);
  });
});

describe('the folder', () => {
  const store = folderStore(folder);

  it('lets no other user of the machine read its files', async () => {
    await store.put('ef56', Readable.from([Buffer.from('one')]));
    const modeOf = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8);
    expect([modeOf('ef'), modeOf('ef/ef56')]).toEqual(['700', '600']);
    await store.remove('ef56');
  });

  it('says that it cannot be used, instead of an error of the file system', async () => {
    const inFile = folderStore('/dev/null/files');
    await expect(inFile.put('ab', Readable.from([Buffer.from('x')]))).rejects.toThrow(StoreFailure);
    await expect(inFile.get('ab')).rejects.toThrow('The folder of files cannot be used (ENOTDIR).');
  });
});
