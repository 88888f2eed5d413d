import type { Deps } from '@kerb/server/platform/deps.ts';
import type { FastifyInstance } from 'fastify';

const words =
  'a request has X-Forwarded-For and TRUST_PROXY is off: behind a proxy set TRUST_PROXY=on, otherwise all clients ' +
  'share one address and its rate limits';

/** Warns once. The header alone proves no proxy, because any client can send it. */
export function warnOfUntrustedProxy(app: FastifyInstance, { config, log }: Deps): void {
  if (config.trustProxy) return;
  let isWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined) {
      isWarned = true;
      log.warn(words);
    }
    done();
  });
}
