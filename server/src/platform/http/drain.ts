import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '@kerb/server/platform/http/mount.ts';
import { stopping } from '@kerb/server/platform/problems/problem.ts';
import type { FastifyRequest } from 'fastify';

/** Sent by a proxy that does not ask `/ready`. If a GET answers 504, this proxy repeats it on another server. */
const nextServerHeader = 'x-next-server';

const mayMove = ({ method, headers, url }: FastifyRequest): boolean =>
  headers[nextServerHeader] === 'yes' && ['GET', 'HEAD'].includes(method) && !['/ready', '/health'].includes(url);

/**
 * While a server drains, such a proxy learns by a GET that it must use the other servers. Otherwise it would still send
 * requests when the server stops listening, and the last of them would be cut; a POST cannot be repeated. The status is
 * 504, because no other code of ours uses it: a 503 may have a cause that all servers share.
 */
export function moveReadsWhileDraining(app: App): void {
  app.addHook('onRequest', async (request) => {
    if (!app.draining.isOn || !mayMove(request)) return;
    throw stopping(504);
  });
}

/** Connections that a proxy keeps open end with their next answer, so that none is cut when the server stops. */
export function closeConnectionsWhileDraining(app: App): void {
  app.addHook('onSend', async (_request, reply) => {
    if (app.draining.isOn) reply.header('connection', 'close');
  });
}

/** How long connections may still be open after the last one was accepted. */
const longestLastAnswersMs = 5_000;

/**
 * Stops listening, and still answers what was accepted. A proxy does not repeat a POST that it has sent, so no accepted
 * connection may be cut or refused.
 */
async function stopListening({ server }: App): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setImmediate(() => server.close(() => resolve()));
  await Promise.race([promise, pause(longestLastAnswersMs, undefined, { ref: false })]);
}

/**
 * Lets the load balancer take this server out before it stops: `/ready` says no, and every request is still answered.
 */
export async function drain(app: App, seconds: number): Promise<void> {
  app.draining.isOn = true;
  // Their readers connect to another server at once.
  app.streams.endAll();
  if (seconds === 0) return;
  await pause(seconds * 1_000);
  await stopListening(app);
}
