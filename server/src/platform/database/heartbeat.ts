import type { Log } from '@kerb/server/platform/log/log.ts';
import pg from 'pg';

/** The state of the database, for load balancers and operators. */
export type Pulse = {
  /** Whether the database answers. The check has its own connection, so a full pool does not make it fail. */
  answers: () => Promise<boolean>;
  /** For how long queries have been sent without any answer. */
  silentMs: () => number;
};

export type Heartbeat = { answers: () => Promise<boolean>; stop: () => Promise<void> };

const beatMs = 1_000;
/** While the database is away, so that its return is noticed soon. */
const beatWhileAwayMs = 250;
const longestAnswerMs = 1_000;
/** A timer that fires later than this shows that this process was busy, and not that the database was silent. */
const latestTimerMs = longestAnswerMs * 1.5;
/** After this many checks in a row without an answer, queries of other connections count as lost too. */
const silentBeats = 2;

/** A standby answers, and refuses every change. */
const question = 'select pg_is_in_recovery() as "isStandby"';

class Silence extends Error {}

/** Rejects after a time. The connection is of no use then. */
async function withinTime<T>(client: pg.Client, work: Promise<T>): Promise<T> {
  const tooLate = Promise.withResolvers<never>();
  const since = performance.now();
  const timer = setTimeout(() => {
    const isOurFault = performance.now() - since > latestTimerMs;
    tooLate.reject(isOurFault ? new Error('The process was busy.') : new Silence('The database did not answer.'));
    client.connection.stream.destroy();
  }, longestAnswerMs);
  try {
    return await Promise.race([work, tooLate.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A connection that nothing else uses. */
function openProbe(config: pg.ClientConfig) {
  let client: pg.Client | null = null;

  async function connected(): Promise<pg.Client> {
    if (client) return client;
    // Longer than our own limit: an error of the driver would not count as silence.
    const opened = new pg.Client({ ...config, connectionTimeoutMillis: longestAnswerMs * 2 });
    // The next question meets a lost connection and reports it. Without a listener the error would end the process.
    opened.on('error', () => {});
    opened.on('end', () => {
      if (client === opened) client = null;
    });
    await withinTime(opened, opened.connect());
    client = opened;
    return opened;
  }

  const drop = () => {
    client?.connection.stream.destroy();
    client = null;
  };
  return {
    ask: async () => {
      const asked = await connected();
      const { rows } = await withinTime(asked, asked.query(question)).catch((error) => {
        drop();
        throw error;
      });
      // The next question opens a new connection, which may lead to the server that was promoted.
      if (rows[0]?.isStandby) {
        drop();
        throw new Error('The database is a standby.');
      }
    },
    close: drop,
  };
}

type Options = {
  config: pg.ClientConfig;
  log: Log;
  /** Called when the database answers again after it was silent, with the time of the question that it answered. */
  onReturn: (asked: number) => void;
};

/** Asks the database once a second whether it is there. */
export function startHeartbeat({ config, log, onReturn }: Options): Heartbeat {
  const probe = openProbe(config);
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let isAnswering: boolean | null = null;
  let silences = 0;

  function noteFailure(error: unknown): false {
    if (error instanceof Silence) silences += 1;
    if (isAnswering !== false && !isStopped) log.error({ err: error }, 'the database does not answer');
    return false;
  }

  /** A refused connection is an answer too, so no query counts as lost. */
  function noteReturn(asked: number): void {
    log.warn('the database answers again');
    if (silences >= silentBeats) onReturn(asked);
  }

  async function beat(): Promise<void> {
    const asked = performance.now();
    const is = await probe.ask().then(() => true, noteFailure);
    if (isStopped) return;
    if (is && isAnswering === false) noteReturn(asked);
    if (is) silences = 0;
    isAnswering = is;
    timer = setTimeout(next, is ? beatMs : beatWhileAwayMs).unref();
  }

  const next = () => {
    running = beat();
  };
  let running = beat();

  return {
    answers: async () => {
      if (isAnswering === null) await running;
      return isAnswering === true;
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
      probe.close();
    },
  };
}
