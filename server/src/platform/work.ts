import type { Actor } from '@kerb/domain/access/actor.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import type { Clock } from '@kerb/server/platform/clock.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { asWriter } from '@kerb/server/platform/database/writers.ts';
import type { Log } from '@kerb/server/platform/log/log.ts';
import type { AgreementEffects } from '@kerb/server/platform/ports/agreement-effects.ts';
import type { Jobs } from '@kerb/server/platform/ports/jobs.ts';
import type { RightsEffects } from '@kerb/server/platform/ports/rights-effects.ts';
import type { StatusEffects } from '@kerb/server/platform/ports/status-effects.ts';
import { ownerOf } from '@kerb/server/platform/queues/lanes.ts';
import type { RateBook } from '@kerb/server/platform/rates/rate-book.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';

/** Who acts: a person, or the product itself in a job. */
export type By = { actor: Actor | null; ipAddress: string | null };
export const byTheProduct: By = { actor: null, ipAddress: null };

/**
 * The result of a transaction that also stored the answer to the request, if the request has an Idempotency-Key. Only
 * such a transaction makes one, so a handler cannot answer with a result that is not stored.
 */
export class Answered<T> {
  readonly #value: T;
  /** What was stored; null without a key. */
  readonly stored: object | null;
  constructor(value: T, stored: object | null) {
    this.#value = value;
    this.stored = stored;
  }
  get value(): T {
    return this.#value;
  }
}

/** Who acts in a request that may have an Idempotency-Key. */
export type Answering<T> = { as: By; keep: (tx: Tx, value: T) => Promise<Answered<T>> };

/** What a use case can access within its transaction: nothing that calls an outside service. */
export type WorkDeps = {
  config: Config;
  /** The rules of the country with the rates of today. What a campaign was quoted is in `rates`. */
  country: CountryRules;
  rates: RateBook;
  log: Log;
  secrets: Secrets;
  jobs: Jobs;
  /** Tells open pages that a change of the campaign was committed. */
  announce: (agreementId: number) => void;
  /** Tells open pages of a person that their notifications have changed. */
  announcePerson: (userId: number) => void;
  statusEffects: StatusEffects<Work>;
  agreementEffects: AgreementEffects<Work>;
  rightsEffects: RightsEffects<Work>;
};

/**
 * One unit of work: its transaction, its time and its actor. A use case accesses the database only through its work, so
 * that a change, its log entry and its messages are committed together.
 */
export type Work = By & {
  tx: Tx;
  now: Moment;
  deps: WorkDeps;
  /**
   * For requesting job runs and for open pages only. Tasks that must happen are written in the transaction, and a job
   * finds them.
   */
  afterCommit: (then: () => void) => void;
};

type InWork = WorkDeps & { db: Database; clock: Clock };

async function commit<T>(deps: InWork, by: By, run: (work: Work) => Promise<T>): Promise<T> {
  const nudges = new Set<() => void>();
  const transaction = deps.db.transaction();
  const withWork = (tx: Tx) => {
    const { config, country, rates, log, secrets, jobs, announce, announcePerson } = deps;
    const { statusEffects, agreementEffects, rightsEffects } = deps;
    const afterCommit = (then: () => void) => void nudges.add(then);
    const effects = { statusEffects, agreementEffects, rightsEffects };
    const told = { announce, announcePerson };
    const workDeps = { config, country, rates, log, secrets, jobs, ...told, ...effects };
    return run({ ...by, tx, now: deps.clock.now(), deps: workDeps, afterCommit });
  };
  const result = await asWriter(deps.db, by.actor && ownerOf(by.actor), () => transaction.execute(withWork));
  for (const nudge of nudges) nudge();
  return result;
}

/** Runs a use case in a transaction. For a request that may have a key, its result is the answer and is stored too. */
export function inTransaction<T>(
  deps: InWork,
  by: Answering<T>,
  run: (work: Work) => Promise<NoInfer<T>>,
): Promise<Answered<T>>;
export function inTransaction<T>(deps: InWork, by: By, run: (work: Work) => Promise<T>): Promise<T>;
export function inTransaction<T>(
  deps: InWork,
  by: By | Answering<T>,
  run: (work: Work) => Promise<T>,
): Promise<T | Answered<T>> {
  if (!('keep' in by)) return commit(deps, by, run);
  return commit(deps, by.as, async (work) => by.keep(work.tx, await run(work)));
}
