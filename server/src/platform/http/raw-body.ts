import type { App } from '@kerb/server/platform/http/mount.ts';
import type { FastifyPluginAsync } from 'fastify';

/**
 * Mounts endpoints that get their body as raw bytes, `request.body as Buffer`. A signature covers the raw bytes, and
 * JSON that was parsed and printed again has others.
 */
export function withRawBody(app: App, bodyLimit: number, mountAll: (scope: App) => void): void {
  const rawScope: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
    // A scope inherits the decorations of its parent.
    mountAll(scope as App);
  };
  app.register(rawScope);
}
