import { once } from 'node:events';
import { createServer } from 'node:net';

/** Fails with EADDRINUSE if another program listens there. */
export async function assertPortFree({ port, host }: { port: number; host: string }): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  await once(probe.close(), 'close');
}
