import { suggestActions } from '@kerb/server/features/agreements/suggest-actions.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';

// Every hour, since the organisations' mornings begin at different ones.
export const agreementJobs: Job[] = [{ name: 'suggest-actions', every: '11 * * * *', run: suggestActions }];
