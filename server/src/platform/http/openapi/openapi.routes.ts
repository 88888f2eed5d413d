import { gzipSync } from 'node:zlib';
import type { Config } from '@kerb/server/platform/config.ts';
import { isKnown, tagOf } from '@kerb/server/platform/http/entity-tags.ts';
import { type Audience, openApiDocument } from '@kerb/server/platform/http/openapi/document.ts';
import type { FastifyInstance } from 'fastify';

function printed(config: Config, audience: Audience) {
  const { sandbox, publicUrl, country } = config;
  const text = JSON.stringify(openApiDocument({ sandbox, audience, publicUrl, country }));
  return { text, gzipped: gzipSync(text), tag: tagOf(text, undefined) };
}

function documentRoute(app: FastifyInstance, config: Config, path: string, audience: Audience): void {
  // Made for the first request: it takes a fifth of a start, and most servers are never asked for it.
  let document: ReturnType<typeof printed> | null = null;
  app.get(path, (request, reply) => {
    document ??= printed(config, audience);
    // Weak, because it is the tag of the document with and without compression.
    reply.headers({ 'cache-control': 'no-cache', etag: `W/${document.tag}`, vary: 'accept-encoding' });
    if (isKnown(request, document.tag)) return reply.code(304).send();
    reply.type('application/json');
    const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/.test(String(request.headers['accept-encoding'] ?? ''));
    return takesGzip ? reply.header('content-encoding', 'gzip').send(document.gzipped) : reply.send(document.text);
  });
}

/** Both documents are public, because they contain nothing private. Integrations need only the first. */
export function openApiRoutes(app: FastifyInstance, config: Config): void {
  documentRoute(app, config, '/v1/openapi.json', 'public');
  documentRoute(app, config, '/v1/openapi-internal.json', 'internal');
}
