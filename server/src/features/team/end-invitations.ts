import { invitationEndedMessage } from '@kerb/domain/notifications/invitation.ts';
import { lockInvitationsOf } from '@kerb/server/features/team/invitations.repository.ts';
import { revokeInvitation } from '@kerb/server/features/team/invite-member.ts';
import { tellManagersOf } from '@kerb/server/platform/auth/tell-managers.ts';
import type { ReviewedPerson } from '@kerb/server/platform/ports/rights-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Ends the invitations of a person who may no longer invite. The managers can send new ones. */
export async function endInvitationsOf(work: Work, { userId, displayName, mayStill }: ReviewedPerson): Promise<void> {
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
