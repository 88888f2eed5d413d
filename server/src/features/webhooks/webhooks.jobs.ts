import { keptDays } from '@kerb/domain/webhooks/delivery-rules.ts';
import { deliverEvents } from '@kerb/server/features/webhooks/deliver-events.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { webhookJob } from '@kerb/server/platform/outbox/post-event.ts';
import { sql } from 'kysely';

export async function deleteOldDeliveries({ db }: Deps): Promise<void> {
  await sql`
    delete from webhook_deliveries where state <> 'waiting'
      and creation_date < ${realNow()}::timestamptz - make_interval(days => ${keptDays})`.execute(db);
}

export const webhookJobs: readonly Job[] = [
  { name: webhookJob, every: '* * * * *', run: (deps) => deliverEvents(deps) },
  { name: 'forget-webhook-deliveries', every: '47 15 * * *', run: deleteOldDeliveries },
];
