import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { keptDays } from '@kerb/domain/webhooks/delivery-rules.ts';
import { deliverEvents } from '@kerb/server/features/webhooks/deliver-events.ts';
import { deleteOldEvents } from '@kerb/server/features/webhooks/list-events.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { deleteInLots } from '@kerb/server/platform/database/in-lots.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { webhookJob } from '@kerb/server/platform/outbox/post-event.ts';
import { sql } from 'kysely';

export const deleteOldDeliveries = ({ db }: Deps): Promise<number> =>
  deleteInLots(
    db,
    'webhook_deliveries',
    sql`state <> 'waiting' and creation_date < ${addMinutes(realNow(), -keptDays * 24 * 60)}`,
  );

export const webhookJobs: readonly Job[] = [
  { name: webhookJob, everywhereMs: 5_000, run: (deps) => deliverEvents(deps) },
  {
    name: 'forget-webhook-deliveries',
    every: '47 15 * * *',
    run: async (deps) => {
      await deleteOldDeliveries(deps);
      await deleteOldEvents(deps.db);
    },
  },
];
