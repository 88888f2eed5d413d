import { rotateKeys } from '@kerb/server/features/privacy/rotate-keys.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';

export const privacyJobs: Job[] = [
  {
    name: 'rotate-personal-keys',
    every: '41 15 * * *',
    run: async (deps) => {
      await rotateKeys(deps);
    },
  },
];
