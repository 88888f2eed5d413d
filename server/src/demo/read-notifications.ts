import { notificationKeptDays } from '@kerb/domain/inbox/inbox-kinds.ts';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

const minutesOfDay = 24 * 60;
const unreadDays = 4;

/** Everybody has read what happened before the last days. What happened long ago is forgotten. */
export async function readNotifications({ tx, now }: Work): Promise<void> {
  const daysAgo = (days: number) => addMinutes(now, -days * minutesOfDay);
  await sql`delete from notifications where created_date < ${daysAgo(notificationKeptDays)}`.execute(tx);
  await sql`
    update notifications set read_date = created_date + interval '3 hours'
    where created_date < ${daysAgo(unreadDays)}`.execute(tx);
}
