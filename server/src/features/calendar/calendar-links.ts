import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { type Actor, belongsToOrganisations, realActorOf } from '@kerb/domain/access/actor.ts';
import type { CalendarLink } from '@kerb/domain/calendar/calendar.contract.ts';
import { calendarEndpoints } from '@kerb/domain/calendar/calendar.contract.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { ReviewedPerson } from '@kerb/server/platform/ports/rights-effects.ts';
import { storedActors, storedMay } from '@kerb/server/platform/rights/stored-actors.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

export async function calendarLinkOf(db: Database | Tx, userId: number): Promise<CalendarLink | null> {
  const link = await db
    .selectFrom('calendarLinks')
    .select(['createdDate', 'lastUsageDate'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  return link ?? null;
}

const noted = (work: Work, userId: number, description: string) =>
  record(work, { activityCode: 'user_update', subject: `/v1/users/${userId}`, userId, description });

/** Stored as a hash, with the organisations of the sign-in that makes it. Returned once. An earlier link ends. */
export async function makeCalendarLink(work: Work, { actor }: AccessScope): Promise<string> {
  const { userId } = realActorOf(actor);
  const token = randomToken();
  const isFirst = (await calendarLinkOf(work.tx, userId)) === null;
  const link = {
    tokenHash: sha256(token),
    tenantIds: actor.memberships.map(({ tenantId }) => tenantId),
    createdDate: realNow(),
    lastUsageDate: null,
  };
  await work.tx
    .insertInto('calendarLinks')
    .values({ userId, ...link })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(link))
    .execute();
  await noted(work, userId, isFirst ? 'Private link of the calendar made' : 'Private link of the calendar replaced');
  const { path } = calendarEndpoints.feed;
  return `${work.deps.config.publicUrl}${path}?token=${token}`;
}

/** Without a link nothing happens. */
async function end(work: Work, userId: number, description: string): Promise<void> {
  const ended = await work.tx.deleteFrom('calendarLinks').where('userId', '=', userId).executeTakeFirst();
  if (ended.numDeletedRows > 0n) await noted(work, userId, description);
}

export const endCalendarLink = (work: Work, { actor }: AccessScope): Promise<void> =>
  end(work, realActorOf(actor).userId, 'Private link of the calendar ended');

/** It ends with the account, with a change of role, and with the first of its organisations that the person leaves. */
export async function endCalendarLinkOf(
  work: Work,
  { userId, mayStill, isAccountChanged }: ReviewedPerson,
): Promise<void> {
  const link = await work.tx
    .selectFrom('calendarLinks')
    .select('tenantIds')
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!link) return;
  const isKept = !isAccountChanged && mayStill() && link.tenantIds.every((tenantId) => mayStill(tenantId));
  if (!isKept) await end(work, userId, 'Private link of the calendar ended with the rights of its owner');
}

export type CalendarReader = { linkId: number; actor: Actor };

/** The owner of a link that works, with the rights that they have now, in the organisations of the link. */
export async function readerOfCalendar(db: Database, token: string): Promise<CalendarReader | null> {
  const { rows } = await sql<{ userId: number; tenantIds: number[] }>`
    update calendar_links set last_usage_date = ${realNow()} where token_hash = ${sha256(token)}
    returning user_id, tenant_ids`.execute(db);
  const [link] = rows;
  if (!link) return null;
  const stored = (await storedActors(db, [link.userId])).get(link.userId);
  if (!stored || !storedMay(stored, 'calendar.read')) return null;
  const isOfLink = ({ tenantId }: { tenantId: number }) => link.tenantIds.includes(tenantId);
  const memberships = belongsToOrganisations(stored) ? stored.memberships.filter(isOfLink) : [];
  return { linkId: link.userId, actor: { ...stored, memberships } };
}
