import { invitationEndedMessage } from '@kerb/domain/notifications/invitation.ts';
import {
  lockInvitationsOf,
  lockInvitationsTo,
  lockInvitationsToAddress,
} from '@kerb/server/features/team/invitations.repository.ts';
import { revokeInvitation } from '@kerb/server/features/team/invite-member.ts';
import { tellManagersOf } from '@kerb/server/platform/auth/tell-managers.ts';
import type { ReviewedPerson } from '@kerb/server/platform/ports/rights-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Sends no message: the person who invites must not learn whether the invited person has an account. */
export async function revokeInvitationsTo(work: Work, userId: number, tenantId?: number): Promise<void> {
  for (const invitation of await lockInvitationsTo(work.tx, userId, tenantId)) await revokeInvitation(work, invitation);
}

/** Its link would make a second account, which stays in the team when the member with the new address is removed. */
async function revokeInvitationsToAddress(work: Work, emailAddress: string): Promise<void> {
  const description = 'Invitation ended: the person has another email address';
  for (const invitation of await lockInvitationsToAddress(work.tx, emailAddress)) {
    await revokeInvitation(work, invitation, description);
  }
}

/**
 * Ends the invitations of a person who may no longer invite. The managers can send new ones. Also ends the invitations
 * to a person who was disabled or has another role: their link would bring the access back; and those to the address
 * that a person had before.
 */
export async function endInvitationsOf(work: Work, person: ReviewedPerson): Promise<void> {
  const { userId, displayName, mayStill, isAccountChanged, canBeMember, formerAddress } = person;
  if (isAccountChanged && !canBeMember) await revokeInvitationsTo(work, userId);
  if (formerAddress !== null) await revokeInvitationsToAddress(work, formerAddress);
  const sent = await lockInvitationsOf(work.tx, userId);
  for (const invitation of sent.filter(({ tenantId }) => !mayStill(tenantId))) {
    await revokeInvitation(work, invitation, 'Invitation ended: the person who sent it may no longer invite');
    const { firstName, surname } = invitation;
    const invited = `${firstName} ${surname}`;
    await tellManagersOf(work, invitation.tenantId, (facts) =>
      invitationEndedMessage({ ...facts, invited, inviterName: displayName }),
    );
  }
}
