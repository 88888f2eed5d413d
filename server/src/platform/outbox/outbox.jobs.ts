import type { Job } from '@kerb/server/platform/jobs/jobs.ts';
import { deliverMessages } from '@kerb/server/platform/outbox/deliver-messages.ts';
import { deliveryJob } from '@kerb/server/platform/outbox/post-message.ts';

export const outboxJobs: readonly Job[] = [
  { name: deliveryJob, every: '* * * * *', run: (deps) => deliverMessages(deps) },
];
