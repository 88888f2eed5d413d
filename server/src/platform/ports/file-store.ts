import type { Readable } from 'node:stream';

/** Stores the bytes of files. They are already encrypted. */
export type FileStore = {
  /** Stores all of the bytes or none of them. Fails with StoreFailure, or with the error of the stream. */
  put: (key: string, bytes: Readable) => Promise<void>;
  /** Fails with MissingFile or StoreFailure, and so may the stream. */
  get: (key: string) => Promise<Readable>;
  remove: (key: string) => Promise<void>;
};

export type StoredFacts = { size: number; sha256: string };

/** A store that keeps a hash beside each file that was put with one. */
export type HashingStore = FileStore & {
  putWithHash: (key: string, bytes: Readable, sha256: string) => Promise<void>;
  /** Null if there is no such file. `sha256` is empty if the file was put without one. */
  factsOf: (key: string) => Promise<StoredFacts | null>;
};

/** The store is unreachable or refuses us. Nothing was done, and the caller may retry. Its message is a sentence. */
export class StoreFailure extends Error {}

/** The store has no file of that key. */
export class MissingFile extends Error {}

/** Codes of a full disk. Such an error of a folder stays as it is, because it has its own problem response. */
export const diskFullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** Storage keys are names of files and parts of addresses. */
export function assertStorageKey(key: string): void {
  if (!/^[\w-]+$/.test(key)) throw new RangeError('a storage key may have only letters, digits, _ and -');
}
