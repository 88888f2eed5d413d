import type { Readable } from 'node:stream';

/** Stores the bytes of files. They are already encrypted. */
export type FileStore = {
  put: (key: string, bytes: Readable) => Promise<void>;
  get: (key: string) => Promise<Readable>;
  remove: (key: string) => Promise<void>;
};
