import type { InboxSettings } from '@kerb/domain/inbox/inbox.contract.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

// None of these writes a log entry: what a person has read, and which e-mails they want, affects nobody else.

export async function markOne(
  work: Work,
  userId: number,
  { id, isRead }: { id: number; isRead: boolean },
): Promise<undefined> {
  const { rows } = await sql`
    update notifications set read_date = ${isRead ? sql`coalesce(read_date, ${work.now}::timestamptz)` : sql`null`}
    where id = ${id} and user_id = ${userId} returning id`.execute(work.tx);
  if (rows.length === 0) throw notFound('notification');
  work.afterCommit(() => work.deps.announcePerson(userId));
  return undefined;
}

/** Only up to the newest one that the person has seen: a later one stays unread. */
export async function markAll(work: Work, userId: number, upTo: number): Promise<undefined> {
  await sql`
    update notifications set read_date = ${work.now}
    where user_id = ${userId} and read_date is null and id <= ${upTo}`.execute(work.tx);
  work.afterCommit(() => work.deps.announcePerson(userId));
  return undefined;
}

export async function saveSettings(work: Work, userId: number, { emails }: InboxSettings): Promise<InboxSettings> {
  await work.tx
    .insertInto('notificationSettings')
    .values({ userId, emails })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ emails }))
    .execute();
  if (emails !== 'daily') {
    await sql`update notifications set awaits_digest = false where user_id = ${userId} and awaits_digest`.execute(
      work.tx,
    );
  }
  return { emails };
}
