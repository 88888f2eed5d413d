import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';

/** A server whose queries have got no answer for this long does not recover by itself: it is to be restarted. */
const longestSilenceMs = 60_000;

/**
 * For load balancers and for programs that restart servers. `/health`: the process works. `/ready`: it can serve, that
 * is, the database answers and the server is not about to stop.
 */
export function statusRoutes(app: App, { pulse, log }: Pick<Deps, 'pulse' | 'log'>): void {
  app.get('/health', { logLevel: 'warn' }, async (_request, reply) => {
    const silentMs = Math.round(pulse.silentMs());
    if (silentMs < longestSilenceMs) return { status: 'ok' };
    log.error({ silentMs }, 'the database has answered no query for long');
    return reply.code(503).send({ status: 'stuck' });
  });
  app.get('/ready', { logLevel: 'warn' }, async (_request, reply) => {
    if (app.draining.isOn) return reply.code(503).send({ status: 'stopping' });
    return (await pulse.answers()) ? { status: 'ok' } : reply.code(503).send({ status: 'unavailable' });
  });
}
