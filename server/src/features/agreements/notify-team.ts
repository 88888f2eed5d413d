import { realActorOf } from '@kerb/domain/access/actor.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { membersToNotify, type NoticeEvent, noticeMessage, noticeOfMove } from '@kerb/domain/notifications/notices.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { notifyPeople } from '@kerb/server/platform/outbox/notify-people.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type TeamMember = {
  userId: number;
  firstName: string;
  emailAddress: string;
  receivesAllAgentNotices: boolean;
  receivesBillingEmailNotices: boolean;
};

async function teamOf({ tx }: Work, tenantId: number): Promise<TeamMember[]> {
  const { rows } = await sql<TeamMember>`
    select u.id as user_id, u.first_name, u.email_address, m.receives_all_agent_notices, m.receives_billing_email_notices
    from tenant_users m join users u on u.id = m.user_id
    where m.tenant_id = ${tenantId} and u.disabled_date is null order by u.id`.execute(tx);
  return rows;
}

/** Notifies the organisation's team of an event. The table of notices says who gets it. */
export async function notifyTeam(
  work: Work,
  agreement: AgreementRecord,
  event: NoticeEvent,
  { details, occasion }: { details?: string; occasion?: string } = {},
): Promise<void> {
  const { id, tenantId, agentUser, name: campaignName } = agreement;
  const { country, config } = work.deps;
  const actorUserId = work.actor && realActorOf(work.actor).userId;
  const address = `${config.publicUrl}/agencies/${tenantId}/applications/${id}`;
  const facts = {
    brand: country.brand,
    campaignName,
    flowNumber: flowNumber(agreement, country.code),
    address,
    ...(details && { details }),
  };
  const members = membersToNotify(event, await teamOf(work, tenantId), { agentUserId: agentUser, actorUserId });
  const userIds = members.map(({ userId }) => userId);
  await notifyPeople(work, event, { agreementId: id, userIds, occasion });
  for (const member of members) {
    await postMessage(work, {
      kind: 'campaign-notice',
      channel: 'email',
      audience: 'staff',
      recipient: member.emailAddress,
      ...noticeMessage(event, { ...facts, firstName: member.firstName }),
      agreementId: id,
      userId: member.userId,
      ...(occasion && { occasion: `${occasion}:${member.userId}` }),
    });
  }
}

export async function notifyTeamOfStatus(
  work: Work,
  agreement: AgreementRecord,
  status: AgreementStatus,
): Promise<void> {
  const event = noticeOfMove(agreement.status, status);
  if (event) await notifyTeam(work, agreement, event);
}
