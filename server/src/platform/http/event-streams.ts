import { eventStreamType } from '@kerb/domain/live/live-kinds.ts';
import type { Metrics } from '@kerb/server/platform/metrics/metrics.ts';
import { serviceBusy, stopping } from '@kerb/server/platform/problems/problem.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type StreamLimits = { perOwner: number; most: number; longestBacklog: number };

/** A person has few pages in view at once. The server keeps as many connections for other requests. */
export const usualStreamLimits: StreamLimits = { perOwner: 10, most: 2_000, longestBacklog: 65_536 };

/** A full server asks for different pauses, so that those whom it refused do not return together. */
const retrySeconds = () => 5 + Math.floor(Math.random() * 10);

/** Emitted on the response of a stream when it is open: from then on it is no request in progress. */
export const streamOpened = 'streamOpened';

export type StreamMessage = { id?: string; event?: string; data: string };
export type EventStream = {
  isOpen: () => boolean;
  send: (message: StreamMessage) => void;
  /** A comment, so that no proxy takes the connection for a dead one. */
  beat: () => void;
  end: () => void;
  onEnd: (then: () => void) => void;
};

export type EventStreams = {
  /** Throws 503 if there are too many. `owner` is the person whose streams are counted. */
  open: (reply: FastifyReply, owner: string) => EventStream;
  /** Ends all streams, for example so that their readers connect to another server. */
  endAll: () => void;
  count: () => number;
};

export const asksForStream = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes(eventStreamType) ?? false;

/** Whether this response is an open stream, or was one. Its time says nothing about the server. */
export const isEventStream = ({ raw }: FastifyReply): boolean =>
  String(raw.getHeader('content-type') ?? '').startsWith(eventStreamType);

const linesOf = ({ id, event, data }: StreamMessage): string =>
  [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    // JSON has no line break.
    `data: ${data}`,
    '',
    '',
  ].join('\n');

/** The hooks for answers do not see a stream, so the headers are complete here. */
function sendHead(reply: FastifyReply): void {
  const { raw } = reply;
  const own = {
    'content-type': `${eventStreamType}; charset=utf-8`,
    // A proxy must not compress: it would wait for more text.
    'cache-control': 'no-store, no-transform',
    // nginx sends each event at once.
    'x-accel-buffering': 'no',
  };
  reply.hijack();
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...own })) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.flushHeaders();
  raw.emit(streamOpened);
}

function streamOn({ raw }: FastifyReply, longestBacklog: number): EventStream {
  const isOpen = () => !raw.destroyed && !raw.writableEnded;
  const write = (text: string): void => {
    if (!isOpen()) return;
    raw.write(text);
    // A reader who is this far behind connects again, and gets what it missed.
    if (raw.writableLength > longestBacklog) raw.destroy();
  };
  return {
    isOpen,
    send: (message) => write(linesOf(message)),
    beat: () => write(':\n\n'),
    end: () => {
      if (isOpen()) raw.end();
    },
    onEnd: (then) => void raw.once('close', then),
  };
}

export function eventStreams(
  app: FastifyInstance & { draining: { isOn: boolean } },
  { liveStreams }: Pick<Metrics, 'liveStreams'>,
  { perOwner, most, longestBacklog }: StreamLimits = usualStreamLimits,
): EventStreams {
  const owners = new Map<EventStream, string>();
  const countOf = (owner: string) =>
    owners
      .values()
      .filter((each) => each === owner)
      .toArray().length;
  const endAll = () => {
    for (const stream of owners.keys()) stream.end();
  };
  // With a callback: a promise would delay the hooks after it, and a request that arrives meanwhile would be served.
  app.addHook('preClose', (done) => {
    endAll();
    done();
  });
  return {
    endAll,
    count: () => owners.size,
    open: (reply, owner) => {
      if (app.draining.isOn) {
        throw stopping(503);
      }
      if (owners.size >= most || countOf(owner) >= perOwner) throw serviceBusy(retrySeconds());
      const stream = streamOn(reply, longestBacklog);
      owners.set(stream, owner);
      liveStreams.inc();
      stream.onEnd(() => {
        owners.delete(stream);
        liveStreams.dec();
      });
      sendHead(reply);
      return stream;
    },
  };
}
