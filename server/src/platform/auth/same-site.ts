import type { Config } from '@kerb/server/platform/config.ts';
import { Problem } from '@kerb/server/platform/http/problem.ts';
import type { FastifyRequest } from 'fastify';

function isOurs(origin: string, { publicUrl }: Config, request: FastifyRequest): boolean {
  // The address that the request came to counts as well: a sandbox is opened as localhost and as 127.0.0.1.
  return origin === new URL(publicUrl).origin || origin === `${request.protocol}://${request.headers.host}`;
}

/** Whether a browser says that another site made it send this. What is no browser says nothing, and has no cookie. */
function isForeign(request: FastifyRequest, config: Config): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  if (origin === undefined) return false;
  if (origin !== 'null') return !isOurs(origin, config, request);
  // Our own forms send 'null', because our pages send no referrer. Browsers then tell the two apart by
  // Sec-Fetch-Site, except over plain http to another machine, where they send neither and SameSite must do.
  return site === undefined && config.publicUrl.startsWith('https:');
}

export function refuseForeignSite(request: FastifyRequest, config: Config): void {
  if (isForeign(request, config)) {
    throw new Problem(403, 'foreign-site', 'This request came from another site, so nothing was done.');
  }
}
