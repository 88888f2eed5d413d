import type { Config } from '@kerb/server/platform/config.ts';
import { Problem, recorded } from '@kerb/server/platform/problems/problem.ts';
import type { FastifyRequest } from 'fastify';

function isOurs(origin: string, { publicUrl }: Config, request: FastifyRequest): boolean {
  // The request's own host is allowed too: a sandbox is opened as localhost and as 127.0.0.1.
  return origin === new URL(publicUrl).origin || origin === `${request.protocol}://${request.headers.host}`;
}

/**
 * Whether the browser says that another site caused this request. Other clients send no such header and have no cookie.
 */
function isForeign(request: FastifyRequest, config: Config): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  if (origin === undefined) return false;
  if (origin !== 'null') return !isOurs(origin, config, request);
  // Our own forms send 'null', because our pages send no referrer. Then Sec-Fetch-Site shows whether the request comes
  // from our site. Over plain http to another machine browsers send neither, and only SameSite protects.
  return site === undefined && config.publicUrl.startsWith('https:');
}

export function refuseForeignSite(request: FastifyRequest, config: Config): void {
  if (isForeign(request, config)) {
    const words = 'This request came from another site, so nothing was done.';
    throw recorded(new Problem(403, 'foreign-site', words), 'foreign-site');
  }
}
