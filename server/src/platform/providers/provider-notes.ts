import type { Moment } from '@kerb/domain/kernel/dates.ts';
import type { ProviderName } from '@kerb/domain/system/jobs.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Log } from '@kerb/server/platform/log/log.ts';
import { shortError } from '@kerb/server/platform/log/short-error.ts';
import { DeliveryFailure } from '@kerb/server/platform/ports/delivery-failure.ts';
import { spanOf } from '@kerb/server/platform/tracing/spans.ts';
import { sql } from 'kysely';

/** Calls are written at most once in this time, and never in the transaction of a request. */
const writtenEveryMs = 5_000;

type Note = { lastSuccessDate?: Moment; lastFailureDate?: Moment; failure?: string };

/** Which side an error is of. An error that is an answer shows that the provider works. */
export type Fault = 'provider' | 'caller' | 'answer';
type FaultOf = (error: unknown) => Fault;

export type ProviderNotes = {
  /** Wraps a gateway, so that the outcome of each of its calls is noted. */
  watch: <Gateway extends object>(provider: ProviderName, gateway: Gateway, faultOf?: FaultOf) => Gateway;
  /** Writes the notes since the last flush. */
  flush: () => Promise<void>;
};

/** The reason of a refusal names nobody. Any other error is redacted. */
const wordsOf = (error: unknown): string => (error instanceof DeliveryFailure ? error.reason : shortError(error).error);

const write = (db: Database, provider: ProviderName, note: Note) =>
  sql`
  insert into provider_calls (provider, last_success_date, last_failure_date, failure)
  values (${provider}, ${note.lastSuccessDate ?? null}, ${note.lastFailureDate ?? null}, ${note.failure ?? null})
  on conflict (provider) do update set
    last_success_date = greatest(provider_calls.last_success_date, excluded.last_success_date),
    last_failure_date = greatest(provider_calls.last_failure_date, excluded.last_failure_date),
    failure = case when excluded.last_failure_date >= coalesce(provider_calls.last_failure_date, '-infinity')
      then excluded.failure else provider_calls.failure end`.execute(db);

/** Notes when each provider last worked and last failed. */
export function providerNotes(db: Database, log: Log): ProviderNotes {
  const notes = new Map<ProviderName, Note>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const waiting = [...notes];
    notes.clear();
    for (const [provider, note] of waiting) {
      await write(db, provider, note).catch((error) => log.warn({ err: error, provider }, 'a call was not noted'));
    }
  }

  function note(provider: ProviderName, more: Note): void {
    notes.set(provider, { ...notes.get(provider), ...more });
    timer ??= setTimeout(() => void flush(), writtenEveryMs).unref();
  }

  const noteError = (provider: ProviderName, error: unknown, fault: Fault) => {
    if (fault === 'answer') note(provider, { lastSuccessDate: realNow() });
    if (fault === 'provider') note(provider, { lastFailureDate: realNow(), failure: wordsOf(error) });
  };

  const noted = (provider: ProviderName, call: Promise<unknown>, faultOf: FaultOf) =>
    call.then(
      () => note(provider, { lastSuccessDate: realNow() }),
      (error) => noteError(provider, error, faultOf(error)),
    );

  return {
    flush,
    watch: (provider, gateway, faultOf = () => 'provider') =>
      new Proxy(gateway, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          return (...args: unknown[]): unknown => {
            const since = Date.now();
            const result: unknown = value.apply(target, args);
            if (result instanceof Promise) {
              void noted(provider, result, faultOf);
              spanOf(result, `${provider} ${String(name)}`, since);
            }
            return result;
          };
        },
      }),
  };
}
