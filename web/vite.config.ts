import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkoutPageId } from '@kerb/domain/checkout/checkout-page.ts';
import { countryCodes, defaultCountryCode } from '@kerb/domain/countries/country.ts';
import { serverPathPattern } from '@kerb/domain/server-paths.ts';
import { type PageSettings, withPageSettings } from '@kerb/domain/shell/page-settings.ts';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin } from 'vite';

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

export default defineConfig({
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
    rolldownOptions: {
      output: {
        // Without these groups, the code that the first load shares with later screens is split into dozens of tiny
        // files.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 2 },
            // The entry stays in its own file, so that the manifest can name it.
            { name: 'first', tags: ['$initial'], test: (id) => !/main\.tsx|index\.html/.test(id), priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { [serverPathPattern]: { target: api } } },
});
