import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import type { AttachmentMakers } from '@kerb/server/platform/outbox/attachments.ts';
import { deliverMessages } from '@kerb/server/platform/outbox/deliver-messages.ts';
import { deliveryJob, urgentDeliveryJob } from '@kerb/server/platform/outbox/post-message.ts';

/** Every server sends, so that a killed server or a slow one delays nobody. A message is claimed by one of them. */
export const outboxJobs = (makers: AttachmentMakers): readonly Job[] => [
  { name: urgentDeliveryJob, everywhereMs: 1_000, run: (deps) => deliverMessages(deps, { lane: 'urgent', makers }) },
  { name: deliveryJob, everywhereMs: 5_000, run: (deps) => deliverMessages(deps, { lane: 'other', makers }) },
];
