import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@kerb/server/platform/log/log.ts';
import pg from 'pg';

/** On this channel servers name the campaigns that they have changed. */
export const changesChannel = 'kerb_changes';

export type Hearing = {
  /** Another server, or this one, has sent a notification. */
  heard: (payload: string) => void;
  /** Every later notification is heard. Earlier ones may be lost. */
  began: () => void;
  /** Notifications are lost until it begins again. */
  ended: () => void;
};

/** Listens to the channel until it is stopped. Connects again by itself. */
export type Listen = (hearing: Hearing) => () => Promise<void>;

const againMs = 1_000;
/** A network that drops packets does not end a connection, so the connection is asked. */
const askEveryMs = 5_000;
const longestAnswerMs = 2_000;

/** Resolves when the time is over or the signal is aborted. */
const untilLater = (ms: number, signal: AbortSignal) =>
  // An aborted pause is over too.
  pause(ms, undefined, { signal, ref: false }).catch(() => undefined);

/** For operators, who see it in `pg_stat_activity`. */
export const listenerName = 'kerb notifications';

/** Listens over one connection until it is lost. */
async function listenOnce(config: pg.ClientConfig, { heard, began }: Hearing, stopped: AbortSignal): Promise<void> {
  const limits = { connectionTimeoutMillis: longestAnswerMs, query_timeout: longestAnswerMs, keepAlive: true };
  const client = new pg.Client({ application_name: listenerName, ...config, ...limits });
  const lost = new AbortController();
  const over = AbortSignal.any([stopped, lost.signal]);
  const end = () => client.connection.stream.destroy();
  client.on('end', () => lost.abort());
  // The event 'end' follows. Without a listener the error would end the process.
  client.on('error', () => {});
  client.on('notification', ({ payload = '' }) => heard(payload));
  stopped.addEventListener('abort', end);
  try {
    await client.connect();
    await client.query(`listen ${changesChannel}`);
    began();
    while (!over.aborted) {
      await untilLater(askEveryMs, over);
      if (!over.aborted) await client.query('select 1');
    }
  } finally {
    stopped.removeEventListener('abort', end);
    end();
  }
}

/** Listens over a connection of its own, which must lead to PostgreSQL itself: a pooler would give it to others. */
export const listenOn =
  (config: pg.ClientConfig, log: Log): Listen =>
  (hearing) => {
    const stop = new AbortController();
    const { signal } = stop;
    let isListening: boolean | null = null;
    const note = (is: boolean, why: object = {}) => {
      if (isListening === is || signal.aborted) return;
      if (is && isListening === false) log.info('the server is notified of changes again');
      if (!is) log.warn(why, 'the server is not notified of changes, and reads them once a second');
      isListening = is;
    };
    const began = () => {
      note(true);
      hearing.began();
    };
    async function listen(): Promise<void> {
      while (!signal.aborted) {
        const why = await listenOnce(config, { ...hearing, began }, signal).then(
          () => ({}),
          (error: unknown) => ({ err: error }),
        );
        note(false, why);
        hearing.ended();
        await untilLater(againMs, signal);
      }
    }
    const running = listen();
    return async () => {
      stop.abort();
      await running;
    };
  };
