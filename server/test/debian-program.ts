import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian keeps daemons here, outside the path of most users. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // The next folder may have it.
    return false;
  }
}

/** The path of a program that is not in the npm registry. */
export function debianProgram(name: string): string {
  const found = folders.map((folder) => join(folder, name)).find(isProgram);
  if (!found) throw new Error(`no ${name}: run \`node scripts/setup.mjs --services\`, or install it`);
  return found;
}

/** PostgreSQL and PgBouncer refuse to run as root, so root runs them as the user of Debian's package. */
export function daemonUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
