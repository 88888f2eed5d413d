import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { checkoutPageId } from '@kerb/domain/checkout/checkout-page.ts';
import { countryCodes, defaultCountryCode } from '@kerb/domain/countries/country.ts';
import { serverPathPattern } from '@kerb/domain/server-paths.ts';
import { type PageSettings, withPageSettings } from '@kerb/domain/shell/page-settings.ts';
import react from '@vitejs/plugin-react';
import { build, defineConfig, minifySync, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { type Piece, planChunks } from './plan-chunks.ts';

const api = process.env.KERB_API ?? 'http://localhost:3000';

const devSettings: PageSettings = {
  country: countryCodes.find((code) => code === process.env.COUNTRY?.toUpperCase()) ?? defaultCountryCode,
  sandbox: true,
  environment: 'sandbox',
  vendorComms: true,
  version: 'dev',
};

/** The server writes the deployment's settings into the built page. Vite writes these while developing. */
const settingsInPage = {
  name: 'settings-in-page',
  apply: 'serve' as const,
  transformIndexHtml: (page: string, { filename }: { filename: string }) =>
    filename.endsWith('index.html') ? withPageSettings(page, devSettings) : page,
};

const isPayersAddress = /^\/applications\/\d+(\?|$)/;
const dataOfPage = new RegExp(`<script[^>]*id="${checkoutPageId}"[^>]*>(.*?)</script>`, 's');

/** The server decides whose page this address is. While developing, its data is written into the page of the source. */
const payersPage: Plugin = {
  name: 'payers-page',
  apply: 'serve',
  configureServer: ({ middlewares, transformIndexHtml }) => {
    middlewares.use(async (request, response, next) => {
      const address = request.url ?? '';
      if (!isPayersAddress.test(address)) return next();
      const headers = { cookie: request.headers.cookie ?? '' };
      const answer = await fetch(`${api}${address}`, { headers, redirect: 'manual' }).catch(() => null);
      const data = dataOfPage.exec((await answer?.text()) ?? '')?.[0];
      if (!data) return next();
      const page = readFileSync(fileURLToPath(new URL('checkout.html', import.meta.url)), 'utf8');
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        await transformIndexHtml(
          address,
          page.replace(dataOfPage, () => data),
        ),
      );
    });
  },
};

/** Vite copies plain scripts with their comments. This one is loaded before everything else. */
const ticketsName = 'take-tickets.js';
const smallTickets: Plugin = {
  name: 'small-tickets',
  apply: 'build',
  writeBundle: ({ dir = '' }) => {
    const file = join(dir, ticketsName);
    writeFileSync(file, minifySync(ticketsName, readFileSync(file, 'utf8')).code);
  },
};

type Group = Rolldown.CodeSplittingGroup;

// Without these groups, the code that the first load shares with later screens is split into dozens of tiny files.
const firstGroups: Group[] = [
  { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 2 },
  // The entry stays in its own file, so that the manifest can name it.
  { name: 'first', tags: ['$initial'], test: (id) => !/main\.tsx|index\.html/.test(id), priority: 1 },
];

const configWith = (groups: Group[]) =>
  ({
    root: fileURLToPath(new URL('.', import.meta.url)),
    plugins: [react(), settingsInPage, payersPage, smallTickets],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      manifest: true,
      target: 'es2023',
      // Every browser of that year preloads modules by itself.
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 600,
      rolldownOptions: { output: { codeSplitting: { groups } } },
    },
    server: { proxy: { [serverPathPattern]: { target: api } } },
  }) satisfies UserConfig;

/** What the bundler makes without further groups: a file for each set of screens. */
async function piecesOfBuild(): Promise<Piece[]> {
  const config = configWith(firstGroups);
  const inMemory = { ...config, configFile: false as const, logLevel: 'error' as const };
  const built = await build({ ...inMemory, build: { ...config.build, write: false, minify: false } });
  const files = 'output' in built ? built.output : [];
  return files
    .flatMap((file) => (file.type === 'chunk' ? file : []))
    .map(({ fileName, code, facadeModuleId, modules, imports, dynamicImports, viteMetadata }) => ({
      file: fileName,
      bytes: gzipSync(code).length,
      hasStyles: (viteMetadata?.importedCss.size ?? 0) > 0,
      modules: Object.keys(modules),
      imports,
      loads: dynamicImports,
      isFor: facadeModuleId ?? null,
    }));
}

/** Groups for the code that several screens share. Without them a campaign's page loads more than a hundred files. */
async function sharedGroup(): Promise<Group> {
  const plan = planChunks(await piecesOfBuild(), {
    isFirst: (id) => /main\.tsx$|index\.html$/.test(id),
    isSoon: (id) => /app\/(needs|idle)-watch\.tsx$|design\/further-styles\.ts$/.test(id),
    isDaily: (id) => /(campaign|today|dashboard)\.screen\.tsx$/.test(id),
  });
  const nameOf = new Map(plan.flatMap((modules, place) => modules.map((id) => [id, `shared-${place + 1}`])));
  // The plan names every module, and its groups import each other in one direction.
  return {
    debugName: 'shared',
    name: (id) => nameOf.get(id) ?? null,
    includeDependenciesRecursively: false,
  };
}

export default defineConfig(async ({ command }) =>
  configWith(command === 'build' ? [...firstGroups, await sharedGroup()] : firstGroups),
);
