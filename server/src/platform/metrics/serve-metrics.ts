import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Log } from '@kerb/server/platform/log/log.ts';
import type { Metrics } from '@kerb/server/platform/metrics/metrics.ts';

type Address = { port: number; host: string };

/** `/metrics` on a port of its own, which the load balancer does not reach. Returns how to stop it. */
export async function serveMetrics(
  { registry }: Metrics,
  { port, host }: Address,
  log: Log,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be read');
        response.writeHead(503).end();
      },
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
}
