import { remindPayers } from '@kerb/server/features/loans/remind-payers.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';

// Every hour, since the organisations' mornings begin at different ones.
export const loanJobs: Job[] = [{ name: 'remind-payers', every: '23 * * * *', run: remindPayers }];
