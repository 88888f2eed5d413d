import type { App } from '@kerb/server/platform/http/mount.ts';

/**
 * Mounts endpoints whose body is handed over as the bytes that came, `request.body as Buffer`: a signature is made over
 * those, and JSON that was read and written again has others.
 */
export function withRawBody(app: App, bodyLimit: number, mountAll: (scope: App) => void): void {
  // biome-ignore lint/nursery/noMisusedPromises: Fastify awaits its plugins
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
    // A scope inherits what the product has added to its parent.
    mountAll(scope as App);
  });
}
