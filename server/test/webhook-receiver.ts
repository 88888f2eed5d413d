import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { headers: IncomingHttpHeaders; body: string; event: { type: string; id: string } };

/** A webhook receiver on this machine. The test sets its answers and can stop it. */
export async function startReceiver() {
  const received: Received[] = [];
  const answer: { status: number; before?: () => Promise<unknown> } = { status: 204 };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push({ headers: request.headers, body, event: JSON.parse(body) });
    await answer.before?.();
    response.writeHead(answer.status).end(answer.status === 204 ? undefined : 'so it goes');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/kerb`;
  const kill = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, received, answer, kill };
}
