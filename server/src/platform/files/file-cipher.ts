import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Secrets } from '@kerb/server/platform/secrets.ts';

const algorithm = 'aes-256-gcm';
const pieceBytes = 65_536;
const tagBytes = 16;

/** The stored bytes were changed, truncated, swapped or lost. */
export class DamagedFile extends Error {}

/** Every file has its own key, stored encrypted beside its record. */
export const newFileKey = (): Buffer => randomBytes(32);

/** The earlier format of encrypted file keys: a nonce of 12 bytes, a tag of 16, and the key. */
const earlierKeyBytes = 60;
export const isEarlierFormat = (encrypted: Buffer): boolean => encrypted.length === earlierKeyBytes;

/** Decrypts the key of a stored file. */
export function openFileKey(
  secrets: Pick<Secrets, 'decrypt' | 'personal'>,
  { sealedFileKey, storageKey }: { sealedFileKey: Buffer; storageKey: string },
): Buffer {
  return isEarlierFormat(sealedFileKey)
    ? secrets.decrypt(sealedFileKey)
    : secrets.personal.decrypt(sealedFileKey, storageKey);
}

/**
 * A key serves one file, so the chunk's number is a sufficient nonce. The last chunk is marked, so that a truncated or
 * extended file does not decrypt.
 */
function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(piece, 0);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Regroups a stream into chunks of one size, and says for each whether it is the last. */
function byPiece(size: number, turn: (piece: Buffer, number: number, isLast: boolean) => Buffer): Transform {
  let held: Buffer = Buffer.alloc(0);
  let number = 0;
  const next = (piece: Buffer, isLast: boolean) => turn(piece, number++, isLast);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
        // A full chunk is held back until more arrives, because it may be the last.
        while (held.length > size) {
          this.push(next(held.subarray(0, size), false));
          held = held.subarray(size);
        }
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        this.push(next(held, true));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

export const encrypting = (key: Buffer): Transform =>
  byPiece(pieceBytes, (piece, number, isLast) => {
    const cipher = createCipheriv(algorithm, key, nonceOf(number, isLast));
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  });

/** Lets only authenticated bytes through. Each chunk has its own tag, so that a file need not fit in memory. */
export const decrypting = (key: Buffer): Transform =>
  byPiece(pieceBytes + tagBytes, (piece, number, isLast) => {
    if (piece.length < tagBytes) throw new DamagedFile('a piece is too short');
    const decipher = createDecipheriv(algorithm, key, nonceOf(number, isLast));
    decipher.setAuthTag(piece.subarray(-tagBytes));
    const plain = decipher.update(piece.subarray(0, -tagBytes));
    try {
      decipher.final();
    } catch (error) {
      throw new DamagedFile('a chunk does not match its tag', { cause: error });
    }
    return plain;
  });
