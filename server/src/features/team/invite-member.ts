import { realActorOf } from '@kerb/domain/access/actor.ts';
import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { type FieldErrors, fieldError } from '@kerb/domain/kernel/decision.ts';
import { parseMobile } from '@kerb/domain/kernel/phone.ts';
import { invitationDays, invitationMessage } from '@kerb/domain/notifications/invitation.ts';
import type { Invitee, SavedInvitation } from '@kerb/domain/team/invitations.contract.ts';
import { emailIsFixed, invitedAlready, memberAlready } from '@kerb/domain/team/team-rules.ts';
import { replacePicture } from '@kerb/server/features/people/people-pictures.ts';
import type { InvitationRecord } from '@kerb/server/features/team/invitations.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { discardAsset } from '@kerb/server/platform/files/take-asset.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { invalid, mustAllow } from '@kerb/server/platform/problems/problem.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Tenant = { id: number; name: string };

const inviterOf = ({ actor }: Work): number | null => actor && realActorOf(actor).userId;

/** Everybody who wrote, changed or sent an invitation has made its account. */
const withInviter = (work: Work, others: readonly number[]): number[] => {
  const inviter = inviterOf(work);
  return [...new Set([...others, ...(inviter === null ? [] : [inviter])])];
};

/** Returns a new token and the hash that is stored. It expires by the real time, like every link. */
function newLink() {
  const token = randomToken();
  const sendDate = realNow();
  return {
    token,
    kept: { tokenHash: sha256(token), sendDate, expiryDate: addMinutes(sendDate, invitationDays * 1440) },
  };
}

type Addressee = Pick<InvitationRecord, 'firstName' | 'emailAddress' | 'tenantUserType'>;

async function send(work: Work, tenant: Tenant, to: Addressee, token: string): Promise<void> {
  const { brand } = work.deps.country;
  const facts = { brand, tenantName: tenant.name, inviterName: work.actor?.displayName ?? brand };
  await postMessage(work, {
    kind: 'team-invitation',
    channel: 'email',
    audience: 'staff',
    recipient: to.emailAddress,
    isRequested: true,
    ...invitationMessage({ ...facts, firstName: to.firstName, tenantUserType: to.tenantUserType }),
    secrets: [`${work.deps.config.publicUrl}/accept-invitation?token=${token}`],
  });
}

/** Why each of these addresses cannot be invited to a team, by the address in lower case. */
export async function takenAddresses(
  db: Database | Tx,
  tenantId: number,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const wanted = addresses.map((address) => address.toLowerCase());
  const { rows } = await sql<{ address: string; isMember: boolean }>`
    select lower(u.email_address) as address, true as is_member
    from tenant_users m join users u on u.id = m.user_id
    where m.tenant_id = ${tenantId} and lower(u.email_address) = any(${wanted}::text[])
    union all select lower(i.email_address), false from user_invitations i
    where i.tenant_id = ${tenantId} and lower(i.email_address) = any(${wanted}::text[])
      and i.accepted_date is null and i.revoked_date is null
    order by 2`.execute(db);
  return new Map(rows.map(({ address, isMember }) => [address, isMember ? memberAlready : invitedAlready]));
}

const mobileOf = (work: Work, typed: string | null | undefined) =>
  typed ? mustAllow(parseMobile(typed, work.deps.country)) : null;

const taken = (message: string) => invalid(fieldError('emailAddress', 'conflictingValue', message));

/** Invites a person. The inviter does not learn whether the person already has an account. */
export async function inviteMember(work: Work, tenant: Tenant, invitee: Invitee): Promise<number> {
  const { profilePicture = null, mobilePhone, jobTitle, ...person } = invitee;
  const [reason] = (await takenAddresses(work.tx, tenant.id, [person.emailAddress])).values();
  if (reason !== undefined) throw taken(reason);
  const picture = await replacePicture(work, profilePicture, { usedFor: 'invitation', present: null });
  const { token, kept } = newLink();
  const { rows } = await sql<{ id: number }>`
    insert into user_invitations (tenant_id, first_name, surname, email_address, mobile_phone, job_title,
      tenant_user_type, receives_all_agent_notices, receives_billing_email_notices, profile_picture_asset_id,
      token_hash, send_date, expiry_date, created_by_user_id, sent_by_user_id, inviter_user_ids, created_date,
      last_update_date)
    values (${tenant.id}, ${person.firstName}, ${person.surname}, ${person.emailAddress}, ${mobileOf(work, mobilePhone)},
      ${jobTitle || null}, ${person.tenantUserType}, ${person.receivesAllAgentNotices ?? false},
      ${person.receivesBillingEmailNotices ?? false}, ${picture}, ${kept.tokenHash},
      ${kept.sendDate}, ${kept.expiryDate}, ${inviterOf(work)}, ${inviterOf(work)}, ${withInviter(work, [])},
      ${work.now}, ${work.now})
    on conflict (tenant_id, lower(email_address)) where accepted_date is null and revoked_date is null do nothing
    returning id`.execute(work.tx);
  if (!rows[0]) throw taken(invitedAlready);
  await send(work, tenant, person, token);
  const data = { emailAddress: person.emailAddress, tenantUserType: person.tenantUserType };
  await record(work, { activityCode: 'user_invite', tenantId: tenant.id, data });
  return rows[0].id;
}

/** The errors of one list item, with its position in the field names. */
export const atPlace = (errors: FieldErrors, place: number): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, of]) => [`invitations.${place}.${field}`, of]));

export async function saveInvitation(work: Work, invitation: InvitationRecord, body: SavedInvitation): Promise<void> {
  const { emailAddress, tenant, mobilePhone, jobTitle, profilePicture, ...sent } = body;
  const isOther = emailAddress !== undefined && emailAddress.toLowerCase() !== invitation.emailAddress.toLowerCase();
  if (isOther) throw invalid(fieldError('emailAddress', 'notValid', emailIsFixed));
  if (tenant !== undefined && tenant !== invitation.tenantId) {
    throw invalid(fieldError('tenant', 'notValid', 'An invitation stays with its organisation.'));
  }
  const { profilePictureAssetId: present } = invitation;
  const changes = {
    ...sent,
    ...(jobTitle !== undefined && { jobTitle: jobTitle || null }),
    ...(mobilePhone !== undefined && { mobilePhone: mobileOf(work, mobilePhone) }),
    ...(profilePicture !== undefined && {
      profilePictureAssetId: await replacePicture(work, profilePicture, { usedFor: 'invitation', present }),
    }),
  };
  const data = changesBetween<object>(invitation, changes);
  if (Object.keys(data).length === 0) return;
  await work.tx
    .updateTable('userInvitations')
    .set({ ...changes, inviterUserIds: withInviter(work, invitation.inviterUserIds), lastUpdateDate: work.now })
    .where('id', '=', invitation.id)
    .execute();
  await log(work, invitation, 'Invitation changed', data);
}

/** Sends a new link with a full period. The earlier link stops working. */
export async function resendInvitation(work: Work, invitation: InvitationRecord): Promise<void> {
  const { token, kept } = newLink();
  await work.tx
    .updateTable('userInvitations')
    .set({ ...kept, lastUpdateDate: work.now, sentByUserId: inviterOf(work) })
    .set({ inviterUserIds: withInviter(work, invitation.inviterUserIds) })
    .where('id', '=', invitation.id)
    .execute();
  await send(work, { id: invitation.tenantId, name: invitation.tenantName }, invitation, token);
  await log(work, invitation, 'Invitation sent again', {});
}

export async function revokeInvitation(
  work: Work,
  invitation: InvitationRecord,
  description = 'Invitation revoked',
): Promise<void> {
  if (invitation.profilePictureAssetId !== null) await discardAsset(work.tx, invitation.profilePictureAssetId);
  await work.tx
    .updateTable('userInvitations')
    .set({ revokedDate: work.now, lastUpdateDate: work.now })
    .where('id', '=', invitation.id)
    .execute();
  await log(work, invitation, description, {});
}

const log = (work: Work, { tenantId, emailAddress }: InvitationRecord, description: string, changes: object) =>
  record(work, { activityCode: 'user_invite', description, tenantId, data: { emailAddress, ...changes } });
