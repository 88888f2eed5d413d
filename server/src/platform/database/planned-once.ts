import { hash } from 'node:crypto';
import pg from 'pg';

/** Filters and columns give many statements. Above this number, a statement is planned each time. */
const most = 2000;

type Query = (text: unknown, values?: unknown, callback?: unknown) => Promise<pg.QueryResult>;

/**
 * Planning a statement takes the embedded engine longer than running it. So this client prepares each statement once,
 * under a name derived from its text, because the engine's one session outlives a client.
 */
export class PlannedOnce extends pg.Client {
  readonly #names = new Map<string, string>();

  override query = ((text, values, callback) => {
    const run = super.query.bind(this) as unknown as Query;
    const name = typeof text === 'string' && Array.isArray(values) && this.#nameOf(text);
    return name ? run({ name, text, values }, callback) : run(text, values, callback);
  }) as Query as pg.Client['query'];

  #nameOf(text: string): string | undefined {
    if (!this.#names.has(text) && this.#names.size < most) this.#names.set(text, hash('sha256', text, 'base64url'));
    return this.#names.get(text);
  }
}
