import { suggestActions } from '@kerb/server/features/agreements/suggest-actions.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';

// Hourly, because the organisations' working days begin at different times.
export const agreementJobs: Job[] = [{ name: 'suggest-actions', every: '11 * * * *', run: suggestActions }];
