import type { Actor } from '@kerb/domain/access/actor.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';

/** Who acts: a person, or the product itself in a job. */
export type By = { actor: Actor | null; ipAddress: string | null };
export const byTheProduct: By = { actor: null, ipAddress: null };

/**
 * One unit of work: its transaction, its time and its actor. A use case accesses the database only through its work, so
 * that a change, its log entry and its messages are committed together.
 */
export type Work = By & {
  tx: Tx;
  now: Moment;
  deps: Pick<Deps, 'config' | 'country' | 'log' | 'secrets' | 'jobs'>;
  /** For nudges only. Tasks that must happen are written in the transaction, and a job finds them. */
  afterCommit: (then: () => void) => void;
};

export async function inTransaction<T>(deps: Deps, by: By, run: (work: Work) => Promise<T>): Promise<T> {
  const nudges = new Set<() => void>();
  const result = await deps.db.transaction().execute((tx) => {
    const { config, country, log, secrets, jobs } = deps;
    const afterCommit = (then: () => void) => void nudges.add(then);
    return run({ ...by, tx, now: deps.clock.now(), deps: { config, country, log, secrets, jobs }, afterCommit });
  });
  for (const nudge of nudges) nudge();
  return result;
}
