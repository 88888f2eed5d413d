import { accrueInterest } from '@kerb/server/features/loan-books/accrue-interest.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';

// Hourly, because the days of the organisations end at different times.
export const loanBookJobs: Job[] = [{ name: 'accrue-interest', every: '7 * * * *', run: accrueInterest }];
