import { dueReminder, ownerlessDays, reminderDays } from '@kerb/domain/integrations/identity-rules.ts';
import { addMinutes, dayIn, type Moment, writtenDay } from '@kerb/domain/kernel/dates.ts';
import { integrationMessages } from '@kerb/domain/notifications/integration-changes.ts';
import { programsWithWebhooks, reviewWebhooksOfClient } from '@kerb/server/platform/auth/client-webhooks.ts';
import { activeClients, type ClientRecord, endClient, reviewClient } from '@kerb/server/platform/auth/clients.ts';
import { tellManagers } from '@kerb/server/platform/auth/tell-managers.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { forEachRow } from '@kerb/server/platform/jobs/for-each-row.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { peopleToReview, reviewRightsOf } from '@kerb/server/platform/rights/review-rights.ts';
import { byTheProduct, inTransaction, type Work } from '@kerb/server/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';

const days = (count: number) => count * 24 * 60;

const ownerless = (now: Moment) => sql`
  ended_date is null and owner_lost_date < ${addMinutes(now, -days(ownerlessDays))}`;

async function endOwnerless(work: Work, id: number): Promise<void> {
  const { rows } = await sql<ClientRecord>`
    select id, tenant_id, user_id, client_id, name from service_identities
    where id = ${id} and ${ownerless(realNow())} for update`.execute(work.tx);
  if (rows[0]) await endClient(work, rows[0], 'owner-left');
}

/** Tells managers before a secret or a key expires. One that was replaced by a later one is left to expire. */
const expiring = (now: Moment, isMeant: RawBuilder<unknown>) => sql`
  from service_credentials k
  join service_identities i on i.id = k.service_identity_id join tenants t on t.id = i.tenant_id
  where k.ended_date is null and i.ended_date is null and k.expiry_date > ${now}
    and k.expiry_date <= ${addMinutes(now, days(Math.max(...reminderDays)))} and ${isMeant} and not exists (
      select from service_credentials n
      where n.service_identity_id = k.service_identity_id and n.expiry_date > k.expiry_date and n.ended_date is null
        and n.last_usage_date is not null)`;

type Expiring = {
  kind: 'secret' | 'key';
  expiryDate: Moment;
  remindedDays: number | null;
  tenantId: number;
  name: string;
  defaultTimeZone: string;
};

async function remind(work: Work, id: number): Promise<void> {
  const now = realNow();
  const { rows } = await sql<Expiring>`
    select k.kind, k.expiry_date, k.reminded_days, i.tenant_id, i.name, t.default_time_zone
    ${expiring(now, sql`k.id = ${id}`)} for update of k`.execute(work.tx);
  const [credential] = rows;
  const remindedDays = credential ? dueReminder(credential, now) : null;
  if (!credential || remindedDays === null) return;
  const { kind, defaultTimeZone, expiryDate } = credential;
  await work.tx.updateTable('serviceCredentials').set({ remindedDays }).where('id', '=', id).execute();
  // It works until the end of a day, which is the beginning of the next.
  const day = writtenDay(dayIn(defaultTimeZone, addMinutes(expiryDate, -1)), work.deps.country.locale);
  await tellManagers(work, credential, (facts) => integrationMessages.expiring({ ...facts, kind, day }));
}

const idsOf = async ({ db }: Deps, statement: RawBuilder<{ id: number }>): Promise<number[]> =>
  (await statement.execute(db)).rows.map(({ id }) => id);

type Review = (work: Work, id: number) => Promise<void>;
const each = (deps: Deps, kind: string, ids: readonly number[], review: Review): Promise<void> =>
  forEachRow(
    deps,
    ids,
    (id) => ({ kind, id }),
    (id) => inTransaction(deps, byTheProduct, (work) => review(work, id)),
  );

/** Ends programs that nobody answers for, and reminds managers of secrets and keys that expire. */
export async function reviewIntegrations(deps: Deps): Promise<void> {
  const now = realNow();
  await each(deps, 'program', await activeClients(deps.db), reviewClient);
  // Ends pending work that an earlier release did not end.
  await each(deps, 'user', await peopleToReview(deps.db), (work, id) => reviewRightsOf(work, id));
  const lost = sql<{ id: number }>`select id from service_identities where ${ownerless(now)} order by id`;
  await each(deps, 'program without an owner', await idsOf(deps, lost), endOwnerless);
  const credentials = sql<{ id: number }>`select k.id ${expiring(now, sql`true`)} order by k.id`;
  await each(deps, 'credential', await idsOf(deps, credentials), remind);
}

/** Pauses the webhooks of programs whose secrets and keys have all expired. */
export const reviewWebhooks = async (deps: Deps): Promise<void> =>
  each(deps, 'program', await programsWithWebhooks(deps.db), reviewWebhooksOfClient);

export const integrationJobs: Job[] = [
  // In the morning in both countries.
  { name: 'review-integrations', every: '37 22 * * *', run: reviewIntegrations },
  { name: 'pause-webhooks-of-programs', every: '*/5 * * * *', run: reviewWebhooks },
];
