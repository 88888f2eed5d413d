import { settleBankAccounts } from '@kerb/server/features/organisations/change-bank-account.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';

export const organisationJobs: Job[] = [
  {
    name: 'settle-bank-accounts',
    every: '*/5 * * * *',
    run: (deps) => inTransaction(deps, byTheProduct, settleBankAccounts),
  },
];
