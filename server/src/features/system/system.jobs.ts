import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { secretsKeptDays } from '@kerb/domain/system/undelivered.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { appVersion, serverName } from '@kerb/server/platform/server-name.ts';
import { sql } from 'kysely';

/** Servers not seen for this long are removed. */
const forgottenMinutes = 60;
const failuresKeptDays = 14;
/** This file is loaded when the server starts. */
const startedDate = realNow();

/** Each server records that it runs, and removes servers that have not been seen for long. */
export async function noteServer({ db, config }: Deps): Promise<void> {
  const row = { name: serverName(config), version: appVersion, startedDate, lastSeenDate: realNow() };
  const { name: _, ...more } = row;
  await db
    .insertInto('servers')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(more))
    .execute();
  await db.deleteFrom('servers').where('lastSeenDate', '<', addMinutes(realNow(), -forgottenMinutes)).execute();
}

/** A server that stops in order is removed at once, so that nobody looks for it. */
export async function removeServer({ db, config, log }: Pick<Deps, 'db' | 'config' | 'log'>): Promise<void> {
  await db
    .deleteFrom('servers')
    .where('name', '=', serverName(config))
    .execute()
    .catch((error) => log.warn({ err: error }, 'the server could not remove its name'));
}

/** Triggers append a row for each change of the files. One row says the same as all of them. */
const mergeTallies = ({ db }: Deps) =>
  sql`
    with merged as (
      delete from asset_tallies where ctid = any(array(select ctid from asset_tallies for update skip locked))
      returning files, bytes)
    insert into asset_tallies (files, bytes)
    select sum(files), sum(bytes) from merged having count(*) > 0`.execute(db);

/** Deletes links of messages that nobody has sent again, and failures of rows that no job finds any more. */
export async function cleanUpSystem(deps: Deps): Promise<void> {
  const { db } = deps;
  const daysAgo = (days: number) => addMinutes(realNow(), -days * 24 * 60);
  const old = daysAgo(secretsKeptDays);
  await db
    .updateTable('messages')
    .set({ sealedSecrets: null })
    .where('discardedDate', 'is', null)
    .where('sealedSecrets', 'is not', null)
    .where(({ eb, or, and }) =>
      or([
        and([eb('state', '=', 'failed'), eb('nextAttemptDate', '<', old)]),
        // Nobody has tried these. Their links may have ended since.
        and([eb('state', '=', 'held'), eb('createdDate', '<', old)]),
      ]),
    )
    .execute();
  await db.deleteFrom('jobFailures').where('lastDate', '<', daysAgo(failuresKeptDays)).execute();
  await mergeTallies(deps);
}

export const systemJobs: readonly Job[] = [
  { name: 'note-server', everywhereMs: 15_000, run: noteServer },
  { name: 'clean-up-system', every: '7 * * * *', run: cleanUpSystem },
];
