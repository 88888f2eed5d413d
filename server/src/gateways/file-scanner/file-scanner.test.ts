import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { clamdScanner } from '@kerb/server/gateways/file-scanner/clamd-scanner.ts';
import { sandboxScanner } from '@kerb/server/gateways/file-scanner/sandbox-scanner.ts';
import { type FileScanner, ScannerUnavailable } from '@kerb/server/platform/ports/file-scanner.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aWordDocument } from '../../../test/zip.ts';

const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}${'$EICAR-STANDARD'}-ANTIVIRUS-TEST-FILE!$H+H*`;
const never = new AbortController().signal;

type Behaviour = 'usual' | 'early' | 'split' | 'closes' | 'silent' | 'too-large';
let behaviour: Behaviour = 'usual';
let server: Server;
let clamd: FileScanner;
let received: Buffer = Buffer.alloc(0);

/** The content of an INSTREAM command so far; `isWhole` once its empty chunk has come. */
function contentOf(stream: Buffer): { content: Buffer; isWhole: boolean } {
  const parts: Buffer[] = [];
  let at = 0;
  while (at + 4 <= stream.length) {
    const length = stream.readUInt32BE(at);
    if (length === 0) return { content: Buffer.concat(parts), isWhole: true };
    expect(length).toBeLessThanOrEqual(65_536);
    parts.push(stream.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return { content: Buffer.concat(parts), isWhole: false };
}

async function answer(socket: Socket, text: string): Promise<void> {
  if (behaviour !== 'split') return void socket.end(`${text}\0`);
  for (const letter of `${text}\0`) {
    socket.write(letter);
    await new Promise(setImmediate);
  }
  socket.end();
}

/** A double of clamd, which speaks its protocol. */
function onConnection(socket: Socket): void {
  let all: Buffer = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.on('data', (part: Buffer) => {
    all = Buffer.concat([all, part]);
    const command = all.subarray(0, all.indexOf(0)).toString();
    if (command === 'zVERSION') return void answer(socket, 'ClamAV 1.4.3/27800/Mon Nov 16 2026');
    if (behaviour === 'silent') return;
    if (behaviour === 'closes') return void socket.destroy();
    if (behaviour === 'too-large') return void answer(socket, 'INSTREAM size limit exceeded. ERROR');
    if (behaviour === 'early') return void answer(socket, 'stream: Win.Test.EICAR_HDB-1 FOUND');
    const { content, isWhole } = contentOf(all.subarray(command.length + 1));
    if (!isWhole) return;
    received = content;
    void answer(socket, content.includes(eicar) ? 'stream: Win.Test.EICAR_HDB-1 FOUND' : 'stream: OK');
  });
}

beforeAll(async () => {
  server = createServer(onConnection).listen(0, '127.0.0.1');
  await once(server, 'listening');
  clamd = clamdScanner(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => void server.close());

const scan = (scanner: FileScanner, ...parts: (string | Buffer)[]) =>
  scanner.scan(Readable.from(parts.map((part) => Buffer.from(part))), never);

describe.each([
  ['ClamAV', () => clamd],
  ['the sandbox', () => sandboxScanner],
])('%s', (_, scanner) => {
  it('reports the test file, and nothing else', async () => {
    behaviour = 'usual';
    expect(await scan(scanner(), eicar)).toMatchObject({ state: 'infected', name: expect.stringMatching(/eicar/i) });
    expect(await scan(scanner(), 'A plan of the house.')).toEqual({ state: 'clean' });
  });

  it('says its version', async () => {
    expect(await scanner().version()).toMatch(/ClamAV 1\.|sandbox/);
  });
});

describe('the sandbox', () => {
  it('reports the test file inside a document, and is away for a file that says so', async () => {
    const inside = aWordDocument({ name: 'word/note.txt', content: Buffer.from(eicar) });
    expect((await scan(sandboxScanner, inside)).state).toBe('infected');
    await expect(scan(sandboxScanner, 'kerb-scanner-down')).rejects.toThrow(ScannerUnavailable);
  });
});

describe('ClamAV', () => {
  it('receives every byte of a large file, in chunks', async () => {
    behaviour = 'usual';
    const large = Buffer.alloc(8_000_000, 'abc');
    const warned = vi.spyOn(process, 'emitWarning');
    expect(await scan(clamd, large.subarray(0, 300_000), large.subarray(300_000))).toEqual({ state: 'clean' });
    expect(received.equals(large)).toBe(true);
    // A listener that is left behind for each full buffer is reported as a leak.
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });

  it('may answer before it has the whole file, and in pieces', async () => {
    behaviour = 'early';
    expect((await scan(clamd, Buffer.alloc(8_000_000))).state).toBe('infected');
    behaviour = 'split';
    expect((await scan(clamd, eicar)).state).toBe('infected');
  });

  it.each<Behaviour>(['closes', 'too-large'])('is unavailable if it %s', async (way) => {
    behaviour = way;
    await expect(scan(clamd, 'x')).rejects.toThrow(ScannerUnavailable);
  });

  it('is unavailable if it does not answer in time, or nothing listens', async () => {
    behaviour = 'silent';
    const soon = AbortSignal.timeout(50);
    await expect(clamd.scan(Readable.from([Buffer.from('x')]), soon)).rejects.toThrow(ScannerUnavailable);
    const nobody = clamdScanner('unix:/nonexistent/clamd.ctl');
    await expect(scan(nobody, 'x')).rejects.toThrow(ScannerUnavailable);
  });
});
