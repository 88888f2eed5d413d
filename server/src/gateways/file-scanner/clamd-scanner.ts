import { once } from 'node:events';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { type FileScanner, ScannerUnavailable, type Verdict } from '@kerb/server/platform/ports/file-scanner.ts';

const longestMs = 15_000;
const mostChunkBytes = 65_536;

/** `unix:/run/clamav/clamd.ctl` or `tcp://127.0.0.1:3310`. */
function addressOf(url: string): NetConnectOpts {
  if (url.startsWith('unix:')) return { path: url.slice('unix:'.length) };
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

/** Each chunk has its length before it; an empty chunk ends the file. */
function framed(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return Buffer.concat([length, chunk]);
}

async function writableAgain(socket: Socket): Promise<void> {
  const either = new AbortController();
  const { signal } = either;
  await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })]);
  // Takes the other listener off. Otherwise every full buffer of a large file would leave one.
  either.abort();
}

/** clamd may answer before it has the whole file, and then closes the connection. Its answer counts. */
async function sendFile(socket: Socket, bytes: Readable): Promise<void> {
  for await (const received of bytes) {
    const chunk = received as Buffer;
    for (let at = 0; at < chunk.length; at += mostChunkBytes) {
      if (!socket.writable) return;
      if (!socket.write(framed(chunk.subarray(at, at + mostChunkBytes)))) {
        await writableAgain(socket);
      }
    }
  }
  if (socket.writable) socket.write(framed(Buffer.alloc(0)));
}

/** Sends one command on a connection of its own, and resolves with the answer up to its NUL. */
async function ask(url: string, command: string, signal: AbortSignal, bytes?: Readable): Promise<string> {
  const socket = connect(addressOf(url));
  const answer = Promise.withResolvers<string>();
  let received = '';
  const fail = (cause?: unknown) => answer.reject(new ScannerUnavailable('the scanner did not answer', { cause }));
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
  const onLimit = () => fail(limit.reason);
  limit.addEventListener('abort', onLimit);
  socket.on('data', (part) => {
    received += part.toString('latin1');
    const end = received.indexOf('\0');
    if (end >= 0) answer.resolve(received.slice(0, end));
  });
  // After an early answer clamd closes its side, and our next write fails.
  socket.on('error', (error) => setImmediate(() => fail(error)));
  socket.on('close', () => setImmediate(fail));
  socket.write(`z${command}\0`);
  const sending = bytes ? sendFile(socket, bytes) : Promise.resolve();
  // A file that cannot be read fails the scan. The answer has its own error.
  sending.catch(fail);
  try {
    return await answer.promise;
  } finally {
    limit.removeEventListener('abort', onLimit);
    bytes?.destroy();
    socket.destroy();
  }
}

function verdictOf(answer: string): Verdict {
  if (/^stream: OK$/.test(answer)) return { state: 'clean' };
  const name = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (name !== undefined) return { state: 'infected', name };
  throw new ScannerUnavailable(`the scanner answered ${answer.slice(0, 100)}`);
}

/** ClamAV's daemon, by its own protocol. One connection for each file. */
export function clamdScanner(url: string): FileScanner {
  return {
    scan: async (bytes, signal) => verdictOf(await ask(url, 'INSTREAM', signal, bytes)),
    version: () => ask(url, 'VERSION', new AbortController().signal),
  };
}
