import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { withPageSettings } from '@kerb/domain/shell/page-settings.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { sendProblem } from '@kerb/server/platform/http/errors.ts';
import { notFound } from '@kerb/server/platform/http/problem.ts';
import type { FastifyInstance } from 'fastify';

const folder = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

/** The start page of the web application, with the deployment's settings. */
function startPage({ config }: Deps): string {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  return withPageSettings(page, {
    country: config.country.code,
    sandbox: config.sandbox,
    environment: config.environment,
    vendorComms: config.vendorComms,
    version: process.env.npm_package_version ?? '0.1.0',
    supportEmail: config.support.email ?? undefined,
    companyName: config.support.companyName ?? undefined,
    companyAddress: config.support.companyAddress ?? undefined,
    chatWidgetUrl: config.chatWidgetUrl ?? undefined,
    financeProviderUrl: config.financeProviderUrl ?? undefined,
  });
}

/** Serves the built web application. Every address that is neither a file nor an API call is one of its screens. */
export async function webRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'));
  const page = isBuilt ? startPage(deps) : null;
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      // index.html is served with the deployment's settings in it, never as a file.
      globIgnore: ['index.html*', '**/.vite/**'],
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/');
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isScreen = request.method === 'GET' && !/^\/(v\d+|assets)\//.test(request.url);
    if (!isScreen || page === null) return sendProblem(reply, notFound('record'));
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
}
