import type { TenantUserType } from '@kerb/domain/access/actor.ts';
import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';

export const invitationDays = 7;

export type InvitationFacts = {
  brand: string;
  firstName: string;
  tenantName: string;
  inviterName: string;
  tenantUserType: TenantUserType;
};

/** The message that invites a person to a team. `secretPlace` is the link. */
export const invitationMessage = ({ brand, firstName, tenantName, inviterName, tenantUserType }: InvitationFacts) => ({
  subject: `${inviterName} has invited you to ${tenantName} on ${brand}`,
  body: [
    `Hello ${firstName},`,
    `${inviterName} has invited you to join the team of ${tenantName} on ${brand}` +
      `${tenantUserType === 'manager' ? ', with manager access' : ''}. Accept the invitation here:`,
    secretPlace,
    `The link works once, for ${invitationDays} days. It is yours alone: please do not forward it.`,
    'If you do not know what this is about, ignore this message: nothing happens without you.',
    brand,
  ].join('\n\n'),
});

type EndedFacts = { brand: string; tenantName: string; invited: string; inviterName: string };

/** To the managers, when the person who sent an invitation may no longer invite. */
export const invitationEndedMessage = ({ brand, tenantName, invited, inviterName }: EndedFacts) => ({
  kind: 'invitation-ended',
  subject: `The invitation of ${invited} to ${tenantName} has ended`,
  body: [
    `${inviterName} invited ${invited} to the team of ${tenantName}, and may no longer invite. So the link of the ` +
      'invitation does not work any more.',
    `If ${invited} should join, please send a new invitation.`,
    brand,
  ].join('\n\n'),
});
