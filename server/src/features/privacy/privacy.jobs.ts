import { dueErasuresMessage } from '@kerb/domain/notifications/due-erasures.ts';
import { allDue, eraseJob } from '@kerb/server/features/privacy/ask-erasure.ts';
import { closeAccounts } from '@kerb/server/features/privacy/close-account.ts';
import { erasePersonalData } from '@kerb/server/features/privacy/erase-payer.ts';
import { forgetOldRecords } from '@kerb/server/features/privacy/forget-old-records.ts';
import { rotateKeys } from '@kerb/server/features/privacy/rotate-keys.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { actUrl } from '@kerb/server/platform/second-person/pending-acts.ts';
import { tellAdmins } from '@kerb/server/platform/second-person/tell-admins.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/**
 * These functions belong to the owner of the tables, because the server may not delete there. They take no argument:
 * the rule of what is old enough is in the function. Each call is a transaction and handles a lot, and returns 0 when
 * nothing is left.
 */
async function callUntilNone({ db }: Deps, name: 'forget_security_events' | 'forget_log_entries'): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ handled: number }>`select ${sql.ref(name)}() as handled`.execute(db);
    if (!rows[0]?.handled) return;
  }
}

/** Tells all admins that personal data is held longer than the law asks for. */
export const tellOfDue = (deps: Deps): Promise<void> =>
  inTransaction(deps, byTheProduct, async (work) => {
    const { payers, campaigns } = await allDue(work.tx, deps.country, work.now);
    const count = payers.length + campaigns.length;
    if (count === 0) return;
    await tellAdmins(work, dueErasuresMessage({ brand: deps.country.brand, count, url: actUrl(work) }));
  });

export const privacyJobs: Job[] = [
  {
    name: 'rotate-personal-keys',
    every: '41 15 * * *',
    run: async (deps) => {
      await rotateKeys(deps);
    },
  },
  { name: eraseJob, every: '*/10 * * * *', run: erasePersonalData },
  { name: 'close-accounts', every: '31 * * * *', run: closeAccounts },
  { name: 'tell-of-due-erasures', every: '11 22 1 * *', run: tellOfDue },
  {
    name: 'forget-security-events',
    every: '47 15 * * *',
    run: (deps) => callUntilNone(deps, 'forget_security_events'),
  },
  { name: 'forget-old-records', every: '53 15 * * *', run: (deps) => forgetOldRecords(deps) },
  { name: 'forget-log-entries', every: '59 15 * * *', run: (deps) => callUntilNone(deps, 'forget_log_entries') },
];
