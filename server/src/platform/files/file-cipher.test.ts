import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DamagedFile, decrypting, encrypting, newFileKey } from '@kerb/server/platform/files/file-cipher.ts';
import { describe, expect, it } from 'vitest';

const piece = 65_536;
const stored = piece + 16;
const key = newFileKey();

const encrypt = (plain: Buffer, chunk = 10_000) => buffer(inChunks(plain, chunk).pipe(encrypting(key)));
const decrypt = (encrypted: Buffer, chunk = 10_000, as = key) =>
  buffer(inChunks(encrypted, chunk).compose(decrypting(as)));

function inChunks(bytes: Buffer, size: number): Readable {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return Readable.from(chunks);
}

describe('the file cipher', () => {
  it.each([0, 1, piece - 1, piece, piece + 1, 3 * piece, 200_001])(
    'decrypts %i bytes to the original',
    async (size) => {
      const plain = randomBytes(size);
      for (const chunk of [1_000, piece, 500_000]) {
        expect((await decrypt(await encrypt(plain, chunk), 70_001)).equals(plain)).toBe(true);
      }
    },
  );

  it('stores nothing readable', async () => {
    const encrypted = await encrypt(Buffer.from('Passport of Ann Agent '.repeat(10_000)));
    expect(encrypted.includes('Passport')).toBe(false);
  });

  const whole = () => encrypt(Buffer.alloc(3 * piece, 'kerb'));
  it.each([
    ['a changed byte', (bytes: Buffer) => bytes.fill(bytes[100]! ^ 1, 100, 101)],
    ['a changed tag', (bytes: Buffer) => bytes.fill(bytes.at(-1)! ^ 1, bytes.length - 1)],
    ['a cut inside a chunk', (bytes: Buffer) => bytes.subarray(0, stored + 100)],
    ['a cut between two chunks', (bytes: Buffer) => bytes.subarray(0, stored)],
    ['an empty file', () => Buffer.alloc(0)],
    ['extra bytes', (bytes: Buffer) => Buffer.concat([bytes, bytes])],
    ['two swapped chunks', (b: Buffer) => Buffer.concat([b.subarray(stored, 2 * stored), b.subarray(0, stored)])],
  ])('refuses %s', async (_, spoil) => {
    await expect(decrypt(spoil(await whole()))).rejects.toBeInstanceOf(DamagedFile);
  });

  it("refuses another file's key", async () => {
    await expect(decrypt(await whole(), 10_000, newFileKey())).rejects.toBeInstanceOf(DamagedFile);
  });
});
