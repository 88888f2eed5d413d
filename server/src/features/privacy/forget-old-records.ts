import { notificationKeptDays } from '@kerb/domain/inbox/inbox-kinds.ts';
import { addMinutes, type Moment } from '@kerb/domain/kernel/dates.ts';
import { gatewayEventKeptDays, messageKeptDays } from '@kerb/domain/privacy/kept-records.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { deleteInLots, inLots, someOf } from '@kerb/server/platform/database/in-lots.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { sql } from 'kysely';

/** A message that is no longer sent. A queued or held message stays until it is sent or an admin decides. */
const isOver = sql`(state in ('accepted', 'failed') or discarded_date is not null)`;

/**
 * Deletes old messages and reports of the card gateway, in lots. A message about a campaign may be evidence of what a
 * payer was told: its text is kept as long as the campaign's other records, counted from the day of the message, and
 * its row for ever.
 */
export async function forgetOldRecords({ db, country }: Deps, now: Moment = realNow()): Promise<void> {
  const daysAgo = (days: number) => addMinutes(now, -days * 24 * 60);
  await deleteInLots(
    db,
    'messages',
    sql`agreement_id is null and created_date < ${daysAgo(messageKeptDays)} and ${isOver}`,
  );
  const years = sql.lit(country.retentionYears);
  const isOld = sql`created_date < ${now}::timestamptz - make_interval(years => ${years})`;
  const ofCampaign = sql`agreement_id is not null and body <> '' and ${isOld} and ${isOver}`;
  await inLots(
    db,
    (most) => sql`
      update messages set subject = null, body = '', sealed_secrets = null
      where ${someOf('messages', ofCampaign, most)}`,
  );
  await deleteInLots(db, 'comments', isOld);
  await deleteInLots(db, 'notifications', sql`created_date < ${daysAgo(notificationKeptDays)}`);
  await deleteInLots(db, 'gateway_events', sql`received_date < ${daysAgo(gatewayEventKeptDays)}`);
}
