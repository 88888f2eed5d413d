import { rotateKeys } from '@kerb/server/features/privacy/rotate-keys.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { sql } from 'kysely';

/** The function belongs to the owner of the table, and deletes only events that are older than 400 days. */
async function forgetSecurityEvents({ db }: Deps): Promise<void> {
  await sql`select forget_security_events()`.execute(db);
}

export const privacyJobs: Job[] = [
  {
    name: 'rotate-personal-keys',
    every: '41 15 * * *',
    run: async (deps) => {
      await rotateKeys(deps);
    },
  },
  { name: 'forget-security-events', every: '47 15 * * *', run: forgetSecurityEvents },
];
