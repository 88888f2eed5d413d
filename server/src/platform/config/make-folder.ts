import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '@kerb/server/platform/config.ts';

/**
 * Creates the folder and what is missing above it, one level at a time: Node's recursive mkdir does not end where
 * folders cannot be created, such as in /proc.
 */
function makeMissing(folder: string): void {
  if (existsSync(folder)) return;
  makeMissing(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another server may create it at the same time.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Creates the data folder if it is missing. Fails with one sentence if it cannot be written. */
export function makeFolder(folder: string): void {
  try {
    makeMissing(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw error;
    throw new ConfigError(`Cannot write to ${folder} (${code}): make it writable, or set DATA_DIR.`);
  }
}
