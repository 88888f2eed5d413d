import { openApiDocument } from '@kerb/server/platform/http/openapi-document.ts';
import type { FastifyInstance } from 'fastify';

/** The document that integrations are written against; it says nothing that needs signing in. */
export function openApiRoutes(app: FastifyInstance): void {
  const document = JSON.stringify(openApiDocument());
  app.get('/v1/openapi.json', (_request, reply) =>
    reply.type('application/json').header('cache-control', 'no-cache').send(document),
  );
}
