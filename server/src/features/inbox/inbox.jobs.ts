import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { digestHour, type InboxKind, inboxWords, mostInDigest } from '@kerb/domain/inbox/inbox-kinds.ts';
import { digestMail } from '@kerb/domain/inbox/inbox-messages.ts';
import { type Day, dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import { seesCampaign } from '@kerb/server/features/agreements/readers-sql.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { forEachRow } from '@kerb/server/platform/jobs/for-each-row.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { campaignAddress, inboxAddress } from '@kerb/server/platform/outbox/notify-people.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { byTheProduct, inTransaction, type Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Row = {
  kind: InboxKind;
  id: number;
  tenantId: number;
  name: string;
  campaignBudgetFundsPurpose: FundsPurpose;
  hasActor: boolean;
  firstName: string;
  surname: string;
};

/** The unread ones about campaigns that the person still sees, the newest first. Their wait for the e-mail ends. */
async function takeWaiting(tx: Tx, userId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with taken as (
      update notifications set awaits_digest = false where user_id = ${userId} and awaits_digest
      returning id, kind, agreement_id, actor_user_id, read_date)
    select n.kind, a.id, a.tenant_id, a.name, a.campaign_budget_funds_purpose,
      n.actor_user_id is not null as has_actor, o.first_name, o.surname
    from taken n join agreements a on a.id = n.agreement_id join users u on u.id = ${userId}
    left join users o on o.id = n.actor_user_id
    where n.read_date is null and ${seesCampaign} order by n.id desc`.execute(tx);
  return rows;
}

async function sendDigest(work: Work, userId: number, today: Day): Promise<void> {
  const { tx, deps } = work;
  const { country, config } = deps;
  const rows = await takeWaiting(tx, userId);
  await tx.updateTable('notificationSettings').set({ digestDay: today }).where('userId', '=', userId).execute();
  const { firstName, emailAddress, disabledDate } = await tx
    .selectFrom('users')
    .select(['firstName', 'emailAddress', 'disabledDate'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (rows.length === 0 || disabledDate !== null) return;
  const items = rows.slice(0, mostInDigest).map((row) => ({
    text: inboxWords(row.kind, row.hasActor ? displayName(row) : null, country.brand),
    campaignName: row.name,
    flowNumber: flowNumber(row, country.code),
    address: campaignAddress(config.publicUrl, row),
  }));
  const facts = { brand: country.brand, firstName, settingsAddress: inboxAddress(config.publicUrl) };
  await postMessage(work, {
    kind: 'notification-digest',
    channel: 'email',
    audience: 'staff',
    recipient: emailAddress,
    ...digestMail(facts, items, rows.length - items.length),
    userId,
    occasion: `digest:${userId}:${today}`,
  });
}

const hourIn = (zone: string, moment: Moment): number => Temporal.Instant.from(moment).toZonedDateTimeISO(zone).hour;

/** Sends each person who chose it one e-mail a day, in the morning of the country. */
export async function sendDigests(deps: Deps): Promise<void> {
  const { defaultTimeZone: zone } = deps.country;
  const now = deps.clock.now();
  if (hourIn(zone, now) < digestHour) return;
  const today = dayIn(zone, now);
  const { rows } = await sql<{ userId: number }>`
    select s.user_id from notification_settings s
    where s.emails = 'daily' and s.digest_day is distinct from ${today}::date
      and exists (select from notifications n where n.user_id = s.user_id and n.awaits_digest)
    order by s.user_id`.execute(deps.db);
  await forEachRow(
    deps,
    rows,
    ({ userId }) => ({ kind: 'user', id: userId }),
    ({ userId }) => inTransaction(deps, byTheProduct, (work) => sendDigest(work, userId, today)),
  );
}

export const inboxJobs: Job[] = [{ name: 'send-digests', every: '7 * * * *', run: sendDigests }];
