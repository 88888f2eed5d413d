import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { RateChange } from '@kerb/domain/countries/country-rates.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { type PageSettings, withPageSettings } from '@kerb/domain/shell/page-settings.ts';
import { isScreen } from '@kerb/domain/shell/screens.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { sendProblem } from '@kerb/server/platform/http/errors.ts';
import { methodNotAllowed, notFound } from '@kerb/server/platform/problems/problem.ts';
import type { RateBook } from '@kerb/server/platform/rates/rate-book.ts';
import { appVersion } from '@kerb/server/platform/server-name.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const builtWeb = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

type PageDeps = Pick<Deps, 'config' | 'identity' | 'addresses' | 'clock'> & { rates: Pick<RateBook, 'changes'> };

/** The start page of the web application, with the deployment's settings. */
function startPage({ config, ...providers }: PageDeps, folder: string, rateChanges: readonly RateChange[]): string {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  return withPageSettings(page, {
    country: config.country.code,
    sandbox: config.sandbox,
    environment: config.environment,
    vendorComms: config.vendorComms,
    version: appVersion,
    supportEmail: config.support.email ?? undefined,
    companyName: config.support.companyName ?? undefined,
    companyAddress: config.support.companyAddress ?? undefined,
    chatWidgetUrl: config.chatWidgetUrl ?? undefined,
    financeProviderUrl: config.financeProviderUrl ?? undefined,
    ...(rateChanges.length > 0 && { rateChanges: [...rateChanges] as PageSettings['rateChanges'] }),
    notSetUp: (['identity', 'addresses'] as const).filter((name) => providers[name] === null),
  });
}

/** The start page with the rates of today, made again only when they have changed. */
function currentPage(deps: PageDeps, folder: string): () => string {
  let made: { key: string; page: string } | null = null;
  return () => {
    const today = dayIn(deps.config.country.defaultTimeZone, deps.clock.now());
    const begun = deps.rates.changes().filter(({ from }) => from <= today);
    const key = JSON.stringify(begun);
    if (made?.key !== key) made = { key, page: startPage(deps, folder, begun) };
    return made.page;
  };
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/** Whether a person waits for a page. Programs and the page's own scripts accept anything or JSON. */
const wantsPage = ({ url, headers }: FastifyRequest): boolean =>
  !/^\/(v\d+|assets)\//.test(url) && (headers.accept ?? '').includes('text/html');

// The server writes settings and data into both pages. They are never sent as files.
const isFile = (path: string): boolean => !/^(index\.html|checkout\.html|\.vite\/.*)$|\.(br|gz)$/.test(path);

function filesIn(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Set(files.map((file) => relative(folder, file).replaceAll('\\', '/')).filter(isFile));
}

/**
 * Serves the files of the build. A folder is one route, which knows its files: hundreds of routes would take a third of
 * the time of a start.
 */
async function fileRoutes(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const files = filesIn(folder);
  const places = new Set([...files].map((file) => file.replace(/\/.*$/, '/*')));
  for (const place of places) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `/${place}`,
      handler: ({ url }, reply) => {
        const [path = ''] = url.split('?');
        return files.has(path.slice(1)) ? reply.sendFile(path) : reply.callNotFound();
      },
    });
  }
}

/**
 * Serves the built web application. An address that is neither a file, a screen nor an API call answers 404; a person
 * gets the web's page with it, which says so.
 */
export async function webRoutes(
  app: FastifyInstance,
  deps: PageDeps & { methodsAt?: (path: string) => string[] },
  folder: string = builtWeb,
): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'));
  const page = isBuilt ? currentPage(deps, folder) : null;
  if (isBuilt) await fileRoutes(app, folder);
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const methods = deps.methodsAt?.(path) ?? [];
    if (methods.length > 0 && !methods.includes(request.method)) {
      return sendProblem(reply.header('allow', methods.join(', ')), methodNotAllowed(methods));
    }
    const isFound = isScreen(path, deps.config.sandbox);
    if (page === null || !isRead(request) || !(isFound || wantsPage(request)))
      return sendProblem(reply, notFound('record'));
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
    return reply.code(isFound ? 200 : 404).send(page());
  });
}
