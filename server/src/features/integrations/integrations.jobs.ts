import { dueReminder, ownerlessDays, reminderDays } from '@kerb/domain/integrations/identity-rules.ts';
import { addMinutes, dayIn, type Moment, writtenDay } from '@kerb/domain/kernel/dates.ts';
import { integrationMessages } from '@kerb/domain/notifications/integration-changes.ts';
import { reviewWebhooksOfClients } from '@kerb/server/platform/auth/client-webhooks.ts';
import { endClient, reviewClientsOf } from '@kerb/server/platform/auth/clients.ts';
import { tellManagers } from '@kerb/server/platform/auth/tell-managers.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { reviewAllRights } from '@kerb/server/platform/rights/review-rights.ts';
import { byTheProduct, inTransaction, type Work } from '@kerb/server/platform/work.ts';

const days = (count: number) => count * 24 * 60;

async function endOwnerless(work: Work, now: Moment): Promise<void> {
  const lost = await work.tx
    .selectFrom('serviceIdentities')
    .selectAll()
    .where('endedDate', 'is', null)
    .where('ownerLostDate', '<', addMinutes(now, -days(ownerlessDays)))
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const client of lost) await endClient(work, client, 'owner-left');
}

/** Tells managers before a secret or a key expires. One that was replaced by a later one is left to expire. */
async function remind(work: Work, now: Moment): Promise<void> {
  const expiring = await work.tx
    .selectFrom('serviceCredentials as k')
    .innerJoin('serviceIdentities as i', 'i.id', 'k.serviceIdentityId')
    .innerJoin('tenants as t', 't.id', 'i.tenantId')
    .select(['k.id', 'k.kind', 'k.expiryDate', 'k.remindedDays', 'i.tenantId', 'i.name', 't.defaultTimeZone'])
    .where('k.endedDate', 'is', null)
    .where('i.endedDate', 'is', null)
    .where('k.expiryDate', '>', now)
    .where('k.expiryDate', '<=', addMinutes(now, days(Math.max(...reminderDays))))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('serviceCredentials as n')
            .select('n.id')
            .whereRef('n.serviceIdentityId', '=', 'k.serviceIdentityId')
            .whereRef('n.expiryDate', '>', 'k.expiryDate')
            .where('n.endedDate', 'is', null)
            .where('n.lastUsageDate', 'is not', null),
        ),
      ),
    )
    .forUpdate('k')
    .execute();
  for (const { id, kind, defaultTimeZone, ...credential } of expiring) {
    const remindedDays = dueReminder(credential, now);
    if (remindedDays === null) continue;
    await work.tx.updateTable('serviceCredentials').set({ remindedDays }).where('id', '=', id).execute();
    // It works until the end of a day, which is the beginning of the next.
    const day = writtenDay(dayIn(defaultTimeZone, addMinutes(credential.expiryDate, -1)), work.deps.country.locale);
    await tellManagers(work, credential, (facts) => integrationMessages.expiring({ ...facts, kind, day }));
  }
}

/** Ends programs that nobody answers for, and reminds managers of secrets and keys that expire. */
export async function reviewIntegrations(deps: Deps): Promise<void> {
  await inTransaction(deps, byTheProduct, async (work) => {
    await reviewClientsOf(work, null);
    await reviewAllRights(work);
    await endOwnerless(work, realNow());
    await remind(work, realNow());
  });
}

export const reviewWebhooks = (deps: Deps): Promise<void> =>
  inTransaction(deps, byTheProduct, (work) => reviewWebhooksOfClients(work, null));

export const integrationJobs: Job[] = [
  // In the morning in both countries.
  { name: 'review-integrations', every: '37 22 * * *', run: reviewIntegrations },
  { name: 'pause-webhooks-of-programs', every: '*/5 * * * *', run: reviewWebhooks },
];
