import { reconcilePayments } from '@kerb/server/features/payments/reconcile-payments.ts';
import { deleteOldKeys } from '@kerb/server/platform/http/idempotency.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';

export const paymentJobs: Job[] = [
  { name: 'reconcile-payments', every: '* * * * *', run: reconcilePayments },
  { name: 'forget-idempotency-keys', every: '37 * * * *', run: ({ db }) => deleteOldKeys(db) },
];
