import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);

/** Each build has its own folder, named by its sources. So a start never loads a build that is not finished. */
export const builds = new URL('server/dist/', root);

/** Every source file below a folder. A test is no part of the server. */
const sourcesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .toSorted()
    .map((path) => folder + path);

/** Hashes contents, because a checkout or a copy changes file dates. */
export function hashOfServer(): string {
  const hash = createHash('sha256');
  const others = ['package-lock.json', 'scripts/build-server.ts'];
  const paths = [...sourcesIn('server/src/'), ...sourcesIn('domain/src/'), ...others];
  for (const path of paths) hash.update(`${path}\0`).update(readFileSync(new URL(path, root)));
  return hash.digest('hex');
}

/**
 * The whole server as one file, which loads in a quarter of the time of its thousand source files. Null if these
 * sources were not built. A build of other sources is never used: it would run another release.
 */
export function builtServer(folder: URL = builds): URL | null {
  const file = new URL(`${hashOfServer()}/serve.js`, folder);
  return existsSync(file) ? file : null;
}
