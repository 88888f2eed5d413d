import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { builtServer } from '@kerb/server/built-server.ts';
import { inRoot, programOf, root, run } from './command.ts';
import { compress } from './compress.ts';

export const dist = inRoot('web', 'dist');
const stamp = join(dist, '.vite', 'sources');
const collection = inRoot('docs', 'generated', 'kerb.postman_collection.json');

const notSource = new Set(['node_modules', 'dist']);

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !notSource.has(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

/** Hashes contents, because a checkout or a copy changes file dates. */
export function hashOfSources(): string {
  const hash = createHash('sha256');
  const paths = [
    ...filesBelow(inRoot('web')),
    ...filesBelow(inRoot('domain', 'src')),
    inRoot('package-lock.json'),
    collection,
  ];
  for (const path of paths) hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources();

/** Vite runs in its own process, because it sets NODE_ENV, which must not leak into a server started afterwards. */
async function buildWeb(): Promise<number> {
  const sources = hashOfSources();
  const vite = programOf('web', 'vite', 'bin/vite.js');
  const build = (...more: string[]) => run(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn', ...more]);
  const payersPage = ['--config', inRoot('web', 'checkout.config.ts')];
  // The first empties the folder. The last is the payer's page as the server draws it.
  const drawn = [...payersPage, '--ssr', 'src/checkout/render.tsx'];
  for (const parts of [['--manifest', '--emptyOutDir'], payersPage, drawn]) {
    const code = await build(...parts);
    if (code !== 0) return code;
  }
  // The developer page links to it.
  copyFileSync(collection, join(dist, basename(collection)));
  await compress(dist);
  writeFileSync(stamp, sources);
  return 0;
}

const buildServer = () => run(process.execPath, [inRoot('scripts', 'build-server.ts')]);

export async function buildWhereStale(): Promise<number> {
  if (!isBuilt()) {
    console.log('Building the web');
    const code = await buildWeb();
    if (code !== 0) return code;
  }
  if (builtServer()) return 0;
  console.log('Building the server');
  return buildServer();
}

if (import.meta.main) process.exitCode = (await buildWeb()) || (await buildServer());
