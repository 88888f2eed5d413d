import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '@kerb/server/platform/http/mount.ts';

/** Connections that a proxy keeps open end with their next answer, so that none is cut when the server stops. */
export function closeConnectionsWhileDraining(app: App): void {
  app.addHook('onSend', async (_request, reply) => {
    if (app.draining.isOn) reply.header('connection', 'close');
  });
}

/**
 * Lets the load balancer take this server out before it stops: `/ready` says no, and every request is still answered.
 */
export async function drain(app: App, seconds: number): Promise<void> {
  app.draining.isOn = true;
  if (seconds > 0) await pause(seconds * 1_000);
}
