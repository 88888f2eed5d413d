import type { Config } from '@kerb/server/platform/config.ts';
import { openApiDocument } from '@kerb/server/platform/http/openapi-document.ts';
import type { FastifyInstance } from 'fastify';

/** The document for integrations. It is public, because it contains nothing private. */
export function openApiRoutes(app: FastifyInstance, { sandbox }: Config): void {
  // Made for the first request: it takes a fifth of a start, and most servers are never asked for it.
  let document: string | null = null;
  app.get('/v1/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument({ sandbox }));
    return reply.type('application/json').header('cache-control', 'no-cache').send(document);
  });
}
