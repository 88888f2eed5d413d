import { remindPayers } from '@kerb/server/features/loans/remind-payers.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';

// Hourly, because the organisations' working days begin at different times.
export const loanJobs: Job[] = [{ name: 'remind-payers', every: '23 * * * *', run: remindPayers }];
