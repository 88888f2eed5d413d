import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Takes the port, and closes each connection without an answer. Returns how to release it. Fails with EADDRINUSE if
 * another program listens there.
 */
export async function holdPort({ port, host }: { port: number; host: string }): Promise<() => Promise<void>> {
  const holder = createServer((socket) => socket.destroy()).listen(port, host);
  await once(holder, 'listening');
  return async () => {
    await once(holder.close(), 'close');
  };
}
