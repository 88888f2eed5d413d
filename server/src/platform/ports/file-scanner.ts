import type { Readable } from 'node:stream';

export type Verdict = { state: 'clean' } | { state: 'infected'; name: string };

/** The scanner cannot be reached, did not answer in time, or could not scan the file. Nothing is stored then. */
export class ScannerUnavailable extends Error {}

/** Looks for harmful content in files before they are stored. */
export type FileScanner = {
  scan: (bytes: Readable, signal: AbortSignal) => Promise<Verdict>;
  /** The version of the scanner and of its signatures, for the report at start. */
  version: () => Promise<string>;
};
