import pg from 'pg';

/** The database accepted a query and did not answer it in time. Nobody knows whether it was carried out. */
export class NoAnswer extends Error {
  constructor() {
    super('The database did not answer in time.');
  }
}

/**
 * Knows which connections of a pool wait for the database, and since when. A network that drops packets leaves
 * connections that wait for ever. Without this class they would fill the pool.
 */
export class Watch {
  readonly #waiting = new Map<pg.Client, number>();
  /** When the first query was sent that got no answer. Null while the database answers. */
  #silentSince: number | null = null;

  began(client: pg.Client): void {
    if (this.#waiting.has(client)) return;
    const now = performance.now();
    this.#waiting.set(client, now);
    this.#silentSince ??= now;
  }

  /** The database answered, or closed the connection. */
  ended(client: pg.Client): void {
    if (this.#waiting.delete(client)) this.#silentSince = null;
  }

  /** We closed the connection ourselves, for example because the database took too long to accept it. */
  gaveUp(client: pg.Client): void {
    this.#waiting.delete(client);
  }

  /** For how long queries have been sent without any answer. */
  silentMs(): number {
    return this.#silentSince === null ? 0 : performance.now() - this.#silentSince;
  }

  /** Closes the connections that wait since before this time. Their requests are refused and can be repeated. */
  closeWaitingSince(time: number): void {
    for (const [client, since] of [...this.#waiting]) {
      if (since > time) continue;
      // Not an answer: `ended` would say that the database is well.
      this.#waiting.delete(client);
      client.connection.stream.destroy(new NoAnswer());
    }
  }
}

/** Errors of a connection that show that the database, or its machine, answers. */
const answers = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

function isClosedByDatabase({ connection: { stream } }: pg.Client): boolean {
  const { code = '' } = (stream.errored ?? {}) as NodeJS.ErrnoException;
  return stream.readableEnded || answers.has(code);
}

/** The class of a pool's connections, which report to the watch. */
export function watchedBy(watch: Watch): typeof pg.Client {
  return class WatchedClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.on('drain', () => watch.ended(this));
      this.on('end', () => (isClosedByDatabase(this) ? watch.ended(this) : watch.gaveUp(this)));
    }

    override connect = ((callback?: (error: Error) => void) => {
      watch.began(this);
      this.once('connect', () => watch.ended(this));
      return callback ? super.connect(callback) : super.connect();
    }) as pg.Client['connect'];

    override query = ((...args: Parameters<pg.Client['query']>) => {
      watch.began(this);
      return super.query(...args);
    }) as unknown as pg.Client['query'];
  };
}
