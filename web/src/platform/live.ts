import { eventParser, type StreamEvent } from '@kerb/web/platform/event-stream.ts';

/**
 * Follows a stream of server-sent events for as long as the page is in view. It is without any library, and knows
 * nothing about campaigns, so that every page of the product can use it.
 */
export type Live = {
  /** Opens the stream, after the event with this id. Rejects if the server refuses it. */
  connect: (lastEventId: string | null, signal: AbortSignal) => Promise<Response>;
  /** Asks once what happened since this event, for networks that let no stream through. Returns the newest id. */
  poll: (lastEventId: string | null, signal: AbortSignal) => Promise<string>;
  onEvent: (event: StreamEvent) => void;
  /** Whether it is useless to try again. */
  isOver: (error: unknown) => boolean;
  /** The pause that the server asks for with a refusal, if any. */
  pauseSecondsOf: (error: unknown) => number | null;
};

const failuresBeforePolling = 3;
const pollMs = 10_000;
/** After so many polls the stream is tried again. */
const pollsBeforeStream = 6;
/** The server sends something every 15 seconds. */
const silenceMs = 40_000;
/** A stream that ends sooner counts as a failure. */
const shortStreamMs = 5_000;

/** Different for each page, so that the pages of a server that stops do not all return at the same moment. */
const jittered = (ms: number): number => ms / 2 + Math.random() * (ms / 2);

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  const timer = setTimeout(resolve, ms);
  const end = () => {
    clearTimeout(timer);
    resolve();
  };
  signal.addEventListener('abort', end, { once: true });
  return promise;
}

const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Resolves when the page is in view, or the signal is aborted. */
async function untilShown(signal: AbortSignal): Promise<void> {
  while (isHidden() && !signal.aborted) {
    const { promise, resolve } = Promise.withResolvers<void>();
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
  }
}

/** A signal that is aborted when the page is hidden, or the other signal is. */
function whileShown(signal: AbortSignal): { shown: AbortSignal; leave: () => void } {
  const hidden = new AbortController();
  const look = () => isHidden() && hidden.abort();
  document.addEventListener('visibilitychange', look);
  return {
    shown: AbortSignal.any([signal, hidden.signal]),
    leave: () => document.removeEventListener('visibilitychange', look),
  };
}

/** Reads until the stream ends or falls silent. */
async function readAll(response: Response, onEvent: Live['onEvent'], drop: () => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  const parse = eventParser(onEvent);
  let timer = setTimeout(drop, silenceMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(drop, silenceMs);
      parse(value);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** How long to wait after so many failures in a row. */
const pauseAfter = (failures: number): number =>
  failures >= failuresBeforePolling ? pollMs : 1_000 * 2 ** Math.max(0, failures - 1);

/** Returns how to stop. */
export function follow({ connect, poll, onEvent, isOver, pauseSecondsOf }: Live): () => void {
  const stop = new AbortController();
  let lastEventId: string | null = null;
  let failures = 0;
  let polls = 0;
  let openSince: number | null = null;

  async function stream(signal: AbortSignal): Promise<void> {
    const silent = new AbortController();
    const response = await connect(lastEventId, AbortSignal.any([signal, silent.signal]));
    openSince = Date.now();
    const hear = (event: StreamEvent) => {
      lastEventId = event.id ?? lastEventId;
      onEvent(event);
    };
    await readAll(response, hear, () => silent.abort());
  }

  const isPolling = () => failures >= failuresBeforePolling && polls < pollsBeforeStream;

  /** One stream, until it ends, or one poll. */
  async function once(signal: AbortSignal): Promise<void> {
    openSince = null;
    if (isPolling()) {
      polls += 1;
      lastEventId = await poll(lastEventId, signal);
      return;
    }
    polls = 0;
    await stream(signal);
    countStream(false);
  }

  /** A stream that was open for a while has worked, however it ended. */
  function countStream(isBroken: boolean): void {
    const hasWorked = openSince !== null && Date.now() - openSince >= shortStreamMs;
    failures = hasWorked ? Number(isBroken) : failures + 1;
  }

  async function run({ signal }: AbortController): Promise<void> {
    while (!signal.aborted) {
      await untilShown(signal);
      const { shown, leave } = whileShown(signal);
      const problem = await once(shown).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      // A page that was hidden has not failed.
      if (problem && !shown.aborted) {
        if (isOver(problem.error)) stop.abort();
        countStream(true);
      }
      const asked = problem && pauseSecondsOf(problem.error);
      await pause(asked === null ? jittered(pauseAfter(failures)) : asked * 1_000, shown);
      leave();
    }
  }
  void run(stop);
  return () => stop.abort();
}
