import { mergeTotals } from '@kerb/server/features/books/merge-totals.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';

export const bookJobs: Job[] = [{ name: 'merge-ledger-totals', every: '43 2 * * *', run: mergeTotals }];
