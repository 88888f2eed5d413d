import type { Moment } from '@kerb/domain/kernel/dates.ts';
import type { JobOutcome } from '@kerb/domain/system/jobs.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { shortError } from '@kerb/server/platform/log/short-error.ts';
import { serverName } from '@kerb/server/platform/server-name.ts';
import { sql } from 'kysely';

export type EndedRun = {
  name: string;
  startedDate: Moment;
  endedDate: Moment;
  outcome: JobOutcome;
  failedRows: number;
  /** Null if the run ended well. */
  error: unknown;
};

/** Writes how a run of a job ended. Never fails: the run itself is over. */
export async function noteRun({ db, config, log }: Deps, run: EndedRun): Promise<void> {
  const { name, startedDate, endedDate, outcome, failedRows, error } = run;
  const isOk = outcome === 'ok';
  const { errorCode, error: words } = isOk ? { errorCode: null, error: null } : shortError(error);
  await sql`
    insert into job_states
      (name, server, started_date, ended_date, outcome, error_code, error, failed_rows, last_success_date, failures)
    values (${name}, ${serverName(config)}, ${startedDate}, ${endedDate}, ${outcome}, ${errorCode}, ${words},
      ${failedRows}, ${isOk ? endedDate : null}, ${isOk ? 0 : 1})
    on conflict (name) do update set server = excluded.server, started_date = excluded.started_date,
      ended_date = excluded.ended_date, outcome = excluded.outcome, error_code = excluded.error_code,
      error = excluded.error, failed_rows = excluded.failed_rows,
      last_success_date = coalesce(excluded.last_success_date, job_states.last_success_date),
      failures = case when excluded.outcome = 'ok' then 0 else job_states.failures + 1 end`
    .execute(db)
    .catch((cause) => log.warn({ err: cause }, 'the end of a job was not stored'));
}
