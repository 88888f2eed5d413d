import { hash } from 'node:crypto';
import pg from 'pg';

/** Filters and columns make many statements: beyond so many, one is planned each time. */
const most = 2000;

type Query = (text: unknown, values?: unknown, callback?: unknown) => Promise<pg.QueryResult>;

/**
 * To plan a statement takes the embedded engine longer than to run it: this client has each planned once, under a name
 * that follows from its text, since the engine's one session outlives a client.
 */
export class PlannedOnce extends pg.Client {
  readonly #names = new Map<string, string>();

  override query = ((text, values, callback) => {
    const run = super.query.bind(this) as unknown as Query;
    const name = typeof text === 'string' && Array.isArray(values) && this.#nameOf(text);
    return name ? run({ name, text, values }, callback) : run(text, values, callback);
  }) as Query as pg.Client['query'];

  #nameOf(text: string): string | undefined {
    if (!this.#names.has(text) && this.#names.size < most) this.#names.set(text, hash('sha1', text));
    return this.#names.get(text);
  }
}
