import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

/** At the start of a statement whose plan a connection keeps. */
export const keptPlan = '/* kept plan */';
/** Each connection keeps at most this number of plans. Above it, a statement is planned each time. */
const most = 100;

/**
 * Marks a statement whose plan a connection keeps: PostgreSQL needs longer to plan it than to run it. Only for a
 * statement with the same text each time whose best plan does not depend on its values.
 */
export const keepingPlan = <Row>(statement: RawBuilder<Row>): RawBuilder<Row> =>
  sql<Row>`${sql.raw(keptPlan)} ${statement}`;

type Query = (...args: unknown[]) => unknown;

/**
 * The class of connections that keep plans, as named statements. Not for connections through a pooler: there the next
 * statement may run in another session, which does not know the name.
 */
export function plansKeptBy(Base: typeof pg.Client): typeof pg.Client {
  return class PlanKeepingClient extends Base {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const names = new Map<string, string>();
      const nameOf = (text: string): string | undefined => {
        if (!names.has(text) && names.size < most) names.set(text, hash('sha256', text, 'base64url'));
        return names.get(text);
      };
      // A class below may have replaced the method for each client.
      const own = Object.hasOwn(this, 'query') ? (this.query as unknown as Query) : null;
      const run: Query = (...args) => (own ? own(...args) : Reflect.apply(super.query, this, args));
      this.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
        const isKept = typeof text === 'string' && Array.isArray(values) && text.startsWith(keptPlan);
        const name = isKept ? nameOf(text) : undefined;
        return name === undefined ? run(text, values, ...rest) : run({ name, text, values }, ...rest);
      }) as unknown as pg.Client['query'];
    }
  };
}
