import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import type { AttachmentMakers } from '@kerb/server/platform/outbox/attachments.ts';
import { deliverMessages } from '@kerb/server/platform/outbox/deliver-messages.ts';
import { deliveryJob } from '@kerb/server/platform/outbox/post-message.ts';

export const outboxJobs = (makers: AttachmentMakers): readonly Job[] => [
  { name: deliveryJob, every: '* * * * *', run: (deps) => deliverMessages(deps, undefined, makers) },
];
