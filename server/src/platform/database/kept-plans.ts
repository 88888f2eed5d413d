import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

/** At the start of a statement whose plan a connection to PostgreSQL keeps. */
export const keptPlan = '/* kept plan */';

/**
 * Marks a statement whose plan a connection keeps: PostgreSQL needs longer to plan it than to run it. Only for a
 * statement with the same text each time whose best plan does not depend on its values.
 */
export const keepingPlan = <Row>(statement: RawBuilder<Row>): RawBuilder<Row> =>
  sql<Row>`${sql.raw(keptPlan)} ${statement}`;

type Kept = {
  isKept: (text: string) => boolean;
  /** Each connection keeps at most this number of plans. Above it, a statement is planned each time. */
  most: number;
};
/** For PostgreSQL. */
export const markedPlans: Kept = { isKept: (text) => text.startsWith(keptPlan), most: 100 };
/** For the embedded engine: planning almost any statement takes it longer than running it. */
export const allPlans: Kept = { isKept: () => true, most: 2000 };

type Query = (...args: unknown[]) => unknown;
type Failure = { code?: string; routine?: string };

/** A migration changed the columns that the statement returns. PostgreSQL refuses the old plan from then on. */
const isOutdated = ({ code, routine }: Failure): boolean => code === '0A000' && routine === 'RevalidateCachedQuery';
const transactionHasFailed = '25P02';

/** Names derive from the text of a statement, because the session of the embedded engine outlives a client. */
class Names {
  readonly #names = new Map<string, string>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  of(text: string): string | undefined {
    const isNew = !this.#names.has(text) && this.#names.size < this.#most;
    if (isNew) this.#names.set(text, hash('sha256', text, 'base64url'));
    return this.#names.get(text);
  }

  replace(text: string): string {
    const name = hash('sha256', `${this.#names.get(text)} ${text}`, 'base64url');
    this.#names.set(text, name);
    return name;
  }
}

/**
 * The class of connections that keep plans, as named statements. Not for connections through a pooler: there the next
 * statement may run in another session, which does not know the name.
 */
export function plansKeptBy(Base: typeof pg.Client, { isKept, most }: Kept): typeof pg.Client {
  return class PlanKeepingClient extends Base {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const names = new Names(most);
      // A class below may have replaced the method for each client.
      const own = Object.hasOwn(this, 'query') ? (this.query as unknown as Query) : null;
      const run: Query = (...args) => (own ? own(...args) : Reflect.apply(super.query, this, args));
      const planAgain = async (text: string, values: unknown[], outdated: Failure) => {
        if (!isOutdated(outdated)) throw outdated;
        try {
          return await run({ name: names.replace(text), text, values });
        } catch (error) {
          // Within a transaction nothing can be repeated. The next transaction has the new plan.
          throw (error as Failure).code === transactionHasFailed ? outdated : error;
        }
      };
      this.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
        const name = typeof text === 'string' && Array.isArray(values) && isKept(text) ? names.of(text) : undefined;
        if (name === undefined) return run(text, values, ...rest);
        const answer = run({ name, text, values }, ...rest);
        if (!(answer instanceof Promise)) return answer;
        return answer.catch((error: Failure) => planAgain(text as string, values as unknown[], error));
      }) as unknown as pg.Client['query'];
    }
  };
}
