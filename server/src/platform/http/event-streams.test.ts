import { type AddressInfo, connect } from 'node:net';
import { answerErrors } from '@kerb/server/platform/http/errors.ts';
import { type EventStream, type EventStreams, eventStreams } from '@kerb/server/platform/http/event-streams.ts';
import { newMetrics } from '@kerb/server/platform/metrics/metrics.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStream } from '../../../test/event-reader.ts';

let app: FastifyInstance & { draining: { isOn: boolean } };
let streams: EventStreams;
let opened: EventStream[];
let url: string;
let port: number;

beforeEach(async () => {
  app = Object.assign(Fastify(), { draining: { isOn: false } });
  answerErrors(app);
  opened = [];
  streams = eventStreams(app, newMetrics(), { perOwner: 2, most: 3, longestBacklog: 100_000 });
  app.get('/events/:owner', async (request, reply) => {
    opened.push(streams.open(reply, (request.params as { owner: string }).owner));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
  url = `http://127.0.0.1:${port}/events/`;
});
afterEach(() => app.close());

const open = (owner: string) => openStream(url + owner, {});

describe('the streams of a server', () => {
  it('are limited for each person and for the server', async () => {
    const statuses: number[] = [];
    for (const owner of ['a', 'a', 'a', 'b', 'b']) statuses.push((await open(owner)).status);
    expect(statuses).toEqual([200, 200, 503, 200, 503]);
    expect(Number((await open('c')).headers.get('retry-after'))).toBeGreaterThanOrEqual(5);
    opened[0]!.end();
    await vi.waitFor(() => expect(streams.count()).toBe(2));
    expect((await open('c')).status).toBe(200);
  });

  it('end at once when the server is about to stop, and no new one is opened', async () => {
    const stream = await open('a');
    app.draining.isOn = true;
    streams.endAll();
    await stream.ended;
    const refused = await open('a');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('do not keep a server from closing', async () => {
    const stream = await open('a');
    await app.close();
    await stream.ended;
  });

  it('cut off a reader who does not read', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /events/slow HTTP/1.1\r\nHost: kerb\r\n\r\n');
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    socket.pause();
    const [stream] = opened as [EventStream];
    // The network itself takes some megabytes.
    await vi.waitFor(() => {
      for (let n = 0; n < 100 && stream.isOpen(); n += 1) stream.send({ data: `"${'x'.repeat(50_000)}"` });
      expect(stream.isOpen()).toBe(false);
    });
    await vi.waitFor(() => expect(streams.count()).toBe(0));
    socket.destroy();
  });

  it('send an event with its name and id, and comments', async () => {
    const reader = await open('a');
    opened[0]!.send({ event: 'open', id: '7', data: '{"version":1}' });
    opened[0]!.beat();
    opened[0]!.send({ data: '{"kind":"changed"}' });
    await reader.hears('changed');
    expect(reader.heard).toEqual([
      { id: '7', name: 'open', data: { version: 1 } },
      { id: '7', name: 'message', data: { kind: 'changed' } },
    ]);
    expect(reader.comments()).toBe(1);
  });
});
