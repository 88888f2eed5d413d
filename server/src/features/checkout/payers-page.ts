import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type CheckoutPage, checkoutPageId } from '@kerb/domain/checkout/checkout-page.ts';
import { type Language, languageNames } from '@kerb/domain/checkout/languages.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { asScriptData, html } from '@kerb/server/platform/http/html.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

const builtWeb = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

/** Draws the first paint. Built from web/src/checkout/render.tsx. */
type Render = (page: CheckoutPage) => string;
export type PayersPage = { template: string; render: Render | null; catalogues: ReadonlyMap<string, string> };

/** Where the words of each language are in the source, as the list of built files names them. */
const catalogueSources: Record<Language, string> = {
  en: 'words/en.ts',
  'zh-Hans': 'words/zh-hans/catalogue.ts',
};

/** Without a build, as in the tests of the server: the page has the data and no script. */
const bare = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title></title>
<script type="application/json" id="${checkoutPageId}"></script></head><body><div id="root"></div></body></html>`;

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** One request less before the first paint. The policy of our pages allows style elements. */
const withStyles = (page: string, folder: string): string =>
  page.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (_, path: string) => {
    const styles = readFileSync(join(folder, path), 'utf8');
    return `<style>${styles.replaceAll('</', '<\\/')}</style>`;
  });

/** The file of each language's words, so that the browser loads it with the script, and not after it. */
function cataloguesIn(folder: string): Map<string, string> {
  const manifest: Record<string, { file: string }> = JSON.parse(
    readFileSync(join(folder, '.vite', 'checkout.json'), 'utf8'),
  );
  const built = Object.entries(manifest);
  return new Map(
    languageNames.flatMap((name) => {
      const chunk = built.find(([source]) => source.endsWith(catalogueSources[name]));
      return chunk ? [[name, `/${chunk[1].file}`] as const] : [];
    }),
  );
}

/** Reads the built page once, at start. */
export async function loadPayersPage(folder: string = builtWeb): Promise<PayersPage> {
  const template = readIfThere(join(folder, 'checkout.html'));
  if (template === null) return { template: bare, render: null, catalogues: new Map() };
  const file = join(folder, '.vite', 'checkout', 'render.js');
  const built: { render: Render } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  return { template: withStyles(template, folder), render: built.render, catalogues: cataloguesIn(folder) };
}

const place = (page: string, pattern: RegExp, text: string): string => page.replace(pattern, () => text);

/** The whole page: the data for its script, and the first paint drawn from the same data. */
export function payersPage(built: PayersPage, page: CheckoutPage, country: CountryRules): string {
  const { template, render, catalogues } = built;
  const { accessToken: _, ...drawn } = page;
  const title = String(html`${page.checkout.name} · ${page.checkout.organisation.name}`);
  const root = `<div id="root">${render?.(drawn) ?? ''}</div>`;
  const data = String(asScriptData(checkoutPageId, page));
  // The English of the country, or another language as it is.
  const language = page.language === 'en' ? country.locale : page.language;
  const withLanguage = place(template, /<html lang="[^"]*"/, `<html lang="${language}"`);
  const withTitle = place(withLanguage, /<title>[^<]*<\/title>/, `<title>${title}</title>`);
  const words = catalogues.get(page.language);
  const early = words ? `<link rel="modulepreload" crossorigin href="${words}"></head>` : '</head>';
  const withWords = place(withTitle, /<\/head>/, early);
  const withRoot = place(withWords, /<div id="root">\s*<\/div>/, root);
  return place(withRoot, new RegExp(`<script[^>]*id="${checkoutPageId}"[^>]*></script>`), data);
}

/**
 * A payer's phone may be on a slow network, and no proxy compresses a page that nobody may store. The token is new in
 * every page, so compression reveals nothing of it.
 */
export function sendPayersPage(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding, accept-language, cookie');
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: page.length };
    return reply.header('content-encoding', 'br').send(brotliCompressSync(page, { params }));
  }
  return /\bgzip\b/.test(accepted) ? reply.header('content-encoding', 'gzip').send(gzipSync(page)) : reply.send(page);
}
