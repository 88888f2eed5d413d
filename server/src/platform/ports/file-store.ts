import type { Readable } from 'node:stream';

/** Where the bytes of files are kept. What it is handed is encrypted already. */
export type FileStore = {
  put: (key: string, bytes: Readable) => Promise<void>;
  get: (key: string) => Promise<Readable>;
  remove: (key: string) => Promise<void>;
};
