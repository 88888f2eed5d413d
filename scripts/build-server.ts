import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builds, hashOfServer } from '@kerb/server/built-server.ts';
import { build, type Plugin } from 'vite';
import { inRoot, root } from './command.ts';

const folder = fileURLToPath(builds);
const hash = hashOfServer();
const finished = join(folder, hash);
const unfinished = `${finished}.${process.pid}`;

/** Files beside a source file (fonts, style sheets, migrations) are read from where they are. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('node_modules') || !id.startsWith(root)) return null;
    const place = `new URL(${JSON.stringify(relative(finished, id))}, import.meta.url).href`;
    // No line moves, so the map of the lines stays right.
    return { code: code.replaceAll('import.meta.url', place), map: null };
  },
};

/** Packages with programs of their own stay packages. */
await build({
  configFile: false,
  root,
  logLevel: 'warn',
  plugins: [keepPlaces],
  ssr: { noExternal: true, external: ['sharp', '@electric-sql/pglite'] },
  build: {
    ssr: inRoot('server', 'src', 'serve.ts'),
    outDir: unfinished,
    target: 'node22',
    minify: false,
    // A stack names the source files. Their text is not repeated: they are beside the build.
    sourcemap: true,
    rolldownOptions: {
      output: { entryFileNames: 'serve.js', chunkFileNames: '[name].js', sourcemapExcludeSources: true },
    },
  },
});

// Another process may have built the same sources at the same time.
if (existsSync(finished)) rmSync(unfinished, { recursive: true });
else renameSync(unfinished, finished);
// A server that runs has loaded all of its build. A name with a dot is a build of another process.
const old = readdirSync(folder).filter((name) => name !== hash && !name.includes('.'));
for (const name of old) rmSync(join(folder, name), { recursive: true });
