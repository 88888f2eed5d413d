import { isEventStream } from '@kerb/server/platform/http/event-streams.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';
import type { Metrics } from '@kerb/server/platform/metrics/metrics.ts';

/** By route and never by address, which has ids in it: every label is kept for ever. */
export function measureRequests(app: App, { requests }: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    // It lasts as long as a page is open.
    if (isEventStream(reply)) return;
    const route = request.routeOptions.url ?? 'unmatched';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
}
