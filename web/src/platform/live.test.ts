import type { StreamEvent } from '@kerb/web/platform/event-stream.ts';
import { follow, type Live } from '@kerb/web/platform/live.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** A stream that a test writes to. */
function aStream() {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
  });
  return {
    response: new Response(body),
    write: (text: string) => controller.enqueue(new TextEncoder().encode(text)),
    end: () => controller.close(),
    fail: () => controller.error(new TypeError('network')),
  };
}

let streams: ReturnType<typeof aStream>[];
let heard: StreamEvent[];
let connect: ReturnType<typeof vi.fn<Live['connect']>>;
let poll: ReturnType<typeof vi.fn<Live['poll']>>;
let stop: () => void;

const begin = (more: Partial<Live> = {}) => {
  stop = follow({
    connect,
    poll,
    onEvent: (event) => heard.push(event),
    isOver: () => false,
    pauseSecondsOf: () => null,
    ...more,
  });
};

function hide(isHidden: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible');
  document.dispatchEvent(new Event('visibilitychange'));
}

const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  streams = [];
  heard = [];
  connect = vi.fn<Live['connect']>(async (_, signal) => {
    const stream = aStream();
    streams.push(stream);
    signal.addEventListener('abort', () => stream.fail());
    return stream.response;
  });
  poll = vi.fn<Live['poll']>(async () => '50');
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a page that follows a stream', () => {
  it('hears its events', async () => {
    begin();
    await later(0);
    streams[0]!.write('id: 4\ndata: a\n\n');
    await later(0);
    expect(heard).toEqual([{ id: '4', name: 'message', data: 'a' }]);
  });

  it('connects again within a second after a stream ends, and goes on after the last event', async () => {
    begin();
    await later(0);
    streams[0]!.write('id: 4\ndata: a\n\n');
    await later(10_000);
    streams[0]!.end();
    await later(1_000);
    expect(connect.mock.calls.map(([id]) => id)).toEqual([null, '4']);
  });

  // biome-ignore format: a table
  const jitters: [random: number, share: number][] = [[0, 0.5], [0.5, 0.75], [1, 1]];
  it.each(jitters)(
    'waits longer after each failure, then polls, and tries the stream again (%d)',
    async (random, share) => {
      vi.spyOn(Math, 'random').mockReturnValue(random);
      connect.mockRejectedValue(new TypeError('network'));
      begin();
      await later(0);
      for (const [times, pauseMs] of [
        [1, 1_000],
        [2, 2_000],
      ] as const) {
        await later(pauseMs * share - 1);
        expect(connect).toHaveBeenCalledTimes(times);
        await later(1);
        expect(connect).toHaveBeenCalledTimes(times + 1);
      }
      for (let polls = 0; polls < 6; polls += 1) {
        expect(poll).toHaveBeenCalledTimes(polls);
        await later(10_000 * share);
      }
      expect(poll).toHaveBeenCalledTimes(6);
      expect(connect).toHaveBeenCalledTimes(3);
      await later(10_000 * share);
      expect(connect).toHaveBeenCalledTimes(4);
      expect(connect.mock.lastCall?.[0]).toBe('50');
    },
  );

  it('counts streams that end at once as failures', async () => {
    connect.mockImplementation(async () => new Response('event: open\ndata: 1\n\n'));
    begin();
    await later(14_000);
    expect(connect).toHaveBeenCalledTimes(3);
    expect(poll).toHaveBeenCalled();
  });

  it('does not poll because of streams that worked and broke', async () => {
    begin();
    for (let n = 0; n < 5; n += 1) {
      await later(1_000);
      await later(10_000);
      streams[n]!.fail();
    }
    await later(1_000);
    expect(connect).toHaveBeenCalledTimes(6);
    expect(poll).not.toHaveBeenCalled();
  });

  it('waits as long as the server asks for', async () => {
    connect.mockRejectedValueOnce(new Error('busy'));
    begin({ pauseSecondsOf: () => 9 });
    await later(8_900);
    expect(connect).toHaveBeenCalledTimes(1);
    await later(200);
    expect(connect).toHaveBeenCalledTimes(2);
  });

  it('gives up a stream that is silent for longer than the server’s heartbeat', async () => {
    begin();
    await later(0);
    for (let n = 0; n < 4; n += 1) {
      await later(15_000);
      streams[0]!.write(':\n\n');
    }
    expect(connect).toHaveBeenCalledTimes(1);
    await later(41_000);
    expect(connect).toHaveBeenCalledTimes(2);
  });

  it('has no stream while the page is hidden, and goes on when it is shown', async () => {
    begin();
    await later(0);
    streams[0]!.write('id: 4\ndata: a\n\n');
    await later(0);
    const [, signal] = connect.mock.calls[0]!;
    hide(true);
    await later(60_000);
    expect(signal.aborted).toBe(true);
    expect(connect).toHaveBeenCalledTimes(1);
    hide(false);
    await later(0);
    expect(connect.mock.calls.map(([id]) => id)).toEqual([null, '4']);
  });

  it('ends when there is nothing more to read, and when it is stopped', async () => {
    connect.mockRejectedValue(new Error('not found'));
    begin({ isOver: () => true });
    await later(120_000);
    expect(connect).toHaveBeenCalledTimes(1);
    connect.mockReset().mockRejectedValue(new TypeError('network'));
    begin();
    await later(0);
    stop();
    await later(120_000);
    expect(connect).toHaveBeenCalledTimes(1);
  });
});
