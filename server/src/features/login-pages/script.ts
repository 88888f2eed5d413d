import { readFileSync } from 'node:fs';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { FastifyInstance } from 'fastify';

const script = readFileSync(new URL('passkeys.js', import.meta.url), 'utf8');

/** The address contains a hash of the content, so browsers may cache it for ever. */
export const scriptAddress = `/login.js?v=${sha256(script).toString('hex').slice(0, 12)}`;

export function scriptRoute(app: FastifyInstance): void {
  app.get('/login.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(script),
  );
}
