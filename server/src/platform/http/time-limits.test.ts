import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { limitBodyTime } from '@kerb/server/platform/http/time-limits.ts';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const app = Fastify();
app.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
  payload.resume().once('end', () => done(null));
});
app.post('/', async () => 'received');
app.get('/', async () => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  return 'read';
});
limitBodyTime(app, 100);

const open = new Set<Socket>();
beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }));
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await app.close();
});

/** Sends the head of a request and the first bytes of its body. */
function begin(contentType: string): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  open.add(socket);
  socket.write(`POST / HTTP/1.1\r\nhost: kerb\r\ncontent-type: ${contentType}\r\ncontent-length: 10\r\n\r\n"12`);
  return socket;
}

/** Writing to a connection that was closed is an error, which is expected here. */
const closed = (socket: Socket) => new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));

describe('a request body', () => {
  it('that stops is disconnected after its time limit', async () => {
    await closed(begin('application/json'));
  });

  it('that drips is disconnected too', async () => {
    const socket = begin('application/json');
    const dripping = setInterval(() => socket.write('3'), 30);
    await closed(socket);
    clearInterval(dripping);
  });

  it('of an upload may take longer', async () => {
    const socket = begin('multipart/form-data; boundary=x');
    await new Promise((resolve) => setTimeout(resolve, 300));
    socket.write('3456789');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('200 OK');
  });
});

describe('a request that arrived', () => {
  it('may be processed for longer than the time limit of its body', async () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    open.add(socket);
    socket.write('GET / HTTP/1.1\r\nhost: kerb\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('200 OK');
  });
});
