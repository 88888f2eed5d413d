import { realActorOf } from '@kerb/domain/access/actor.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { type InboxKind, inboxWords, isMailedByChoice } from '@kerb/domain/inbox/inbox-kinds.ts';
import { notificationMail } from '@kerb/domain/inbox/inbox-messages.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

export const inboxAddress = (publicUrl: string): string => `${publicUrl}/notifications`;

export const campaignAddress = (publicUrl: string, { id, tenantId }: { id: number; tenantId: number }): string =>
  `${publicUrl}/agencies/${tenantId}/applications/${id}`;

/** `occasion`: a second notification of the same occasion is not written, no matter how many servers try. */
type About = { agreementId: number; userIds: readonly number[]; occasion?: string | undefined | null };

type Told = { userId: number; wantsMail: boolean; firstName: string; emailAddress: string };

/** Writes a notification for each person, and their e-mails if they chose them, in the transaction of the change. */
export async function notifyPeople(
  work: Work,
  kind: InboxKind,
  { agreementId, userIds, occasion = null }: About,
): Promise<void> {
  const { tx, now, actor, deps } = work;
  const actorUserId = actor && realActorOf(actor).userId;
  const others = userIds.filter((userId) => userId !== actorUserId);
  if (others.length === 0) return;
  const isByChoice = isMailedByChoice(kind);
  const { rows: told } = await sql<Told>`
    with people as (
      select u.id, u.first_name, u.email_address, s.emails from users u
      left join notification_settings s on s.user_id = u.id
      where u.id = any(${others}::bigint[]) and u.disabled_date is null),
    added as (
      insert into notifications (user_id, kind, agreement_id, actor_user_id, created_date, occasion, awaits_digest)
      select p.id, ${kind}, ${agreementId}, ${actorUserId}, ${now}, ${occasion},
        ${isByChoice} and coalesce(p.emails = 'daily', false)
      from people p order by p.id
      on conflict (user_id, occasion) where occasion is not null do nothing
      returning user_id)
    select p.id as user_id, p.first_name, p.email_address,
      ${isByChoice} and coalesce(p.emails = 'at-once', false) as wants_mail
    from people p join added n on n.user_id = p.id order by p.id`.execute(tx);
  for (const { userId } of told) work.afterCommit(() => deps.announcePerson(userId));
  const readers = told.filter(({ wantsMail }) => wantsMail);
  if (readers.length > 0) await mail(work, kind, { agreementId, readers });
}

/** Deliberately without the text of a comment: it can be removed, and an e-mail cannot. */
async function mail(
  work: Work,
  kind: InboxKind,
  { agreementId, readers }: { agreementId: number; readers: readonly Told[] },
): Promise<void> {
  const { country, config } = work.deps;
  const campaign = await work.tx
    .selectFrom('agreements')
    .select(['id', 'tenantId', 'name', 'campaignBudgetFundsPurpose'])
    .where('id', '=', agreementId)
    .executeTakeFirstOrThrow();
  const actorName = work.actor && realActorOf(work.actor).displayName;
  const told = {
    text: inboxWords(kind, actorName, country.brand),
    campaignName: campaign.name,
    flowNumber: flowNumber(campaign, country.code),
    address: campaignAddress(config.publicUrl, campaign),
  };
  for (const { userId, firstName, emailAddress: recipient } of readers) {
    const facts = { brand: country.brand, firstName, settingsAddress: inboxAddress(config.publicUrl) };
    await postMessage(work, {
      kind: 'notification',
      channel: 'email',
      audience: 'staff',
      recipient,
      ...notificationMail(facts, told),
      agreementId,
      userId,
    });
  }
}
