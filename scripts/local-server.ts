import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A port that was free a moment ago. Another process may take it before the caller does. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

const isUp = (address: string): Promise<boolean> =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** Waits until the address answers. Rejects if the process ends before that, or if it takes too long. */
export async function untilAnswered(
  address: string,
  child: ChildProcess,
  mostMs: number,
  everyMs = 100,
): Promise<void> {
  const since = performance.now();
  while (!(await isUp(address))) {
    if (hasEnded(child)) throw new Error(`the server ended before ${address} answered`);
    if (performance.now() - since > mostMs) throw new Error(`no answer from ${address} within ${mostMs / 1000} s`);
    await pause(everyMs);
  }
}
