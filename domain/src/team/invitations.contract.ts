import { tenantUserTypes } from '@kerb/domain/access/actor.ts';
import { noticeFlags } from '@kerb/domain/team/team.contract.ts';
import { digits, emailAddress, id, link, moment, text } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { personName } from '@kerb/domain/wire/printable-text.ts';
import * as z from 'zod/mini';

export const invitation = z.object({
  id,
  href: z.string(),
  tenant: link('/v1/tenants'),
  firstName: z.string(),
  surname: z.string(),
  emailAddress: z.string(),
  mobilePhone: z.nullable(z.string()),
  jobTitle: z.nullable(z.string()),
  receivesAllAgentNotices: z.boolean(),
  receivesBillingEmailNotices: z.boolean(),
  tenantUserType: z.enum(tenantUserTypes),
  profilePictureHref: z.nullable(z.string()),
  sendDate: moment,
  expiryDate: moment,
  /** Decided by the server: links expire by the real time, whatever a sandbox's clock says. */
  isExpired: z.boolean(),
});
export type Invitation = z.output<typeof invitation>;

export const invitee = z.strictObject({
  firstName: personName(100),
  surname: personName(100),
  emailAddress,
  mobilePhone: z.optional(z.nullable(text(30))),
  jobTitle: z.optional(z.nullable(text(100))),
  tenantUserType: z._default(z.enum(tenantUserTypes), 'employee'),
  profilePicture: z.optional(z.nullable(link('/v1/assets'))),
  ...noticeFlags,
});
export type Invitee = z.output<typeof invitee>;

export const mostAtOnce = 20;
export const newInvitation = z.extend(invitee, { tenant: link('/v1/tenants') });
export const newInvitations = z.strictObject({
  tenant: link('/v1/tenants'),
  invitations: z.array(invitee).check(z.minLength(1), z.maxLength(mostAtOnce)),
});

/** The address and the organisation may be sent unchanged; neither can be changed. */
export const savedInvitation = z.partial(z.extend(newInvitation, { tenantUserType: z.enum(tenantUserTypes) }));
export type SavedInvitation = z.output<typeof savedInvitation>;

const one = z.object({ id: digits });
const many = z.object({ items: z.array(invitation), totalItems: z.int() });

// biome-ignore format: a table
export const invitationEndpoints = defineEndpoints({
  list:       { method: 'GET',    path: '/v1/user-invitations', permission: 'invitation.read', summary: 'List the pending invitations of an organisation, by first name', query: z.object({ tenantId: digits }), response: many, also: [404] },
  get:        { method: 'GET',    path: '/v1/user-invitations/{id}', permission: 'invitation.read', summary: 'Read a pending invitation', params: one, response: invitation },
  create:     { method: 'POST',   path: '/v1/user-invitations', permission: 'invitation.change', summary: 'Invite a person to a team', body: newInvitation, response: invitation, status: 201, location: '/v1/user-invitations/{id}', proof: { tenantUserType: ['manager'] }, also: [404] },
  createMany: { method: 'POST',   path: '/v1/invite-team-members', permission: 'invitation.change', summary: 'Invite several people to a team, all or none', body: newInvitations, response: many, status: 201, proof: { 'invitations.tenantUserType': ['manager'] }, also: [404] },
  save:       { method: 'PUT',    path: '/v1/user-invitations/{id}', permission: 'invitation.change', summary: 'Change a pending invitation, except its email address', params: one, body: savedInvitation, response: invitation, proof: { tenantUserType: ['manager'] } },
  revoke:     { method: 'DELETE', path: '/v1/user-invitations/{id}', permission: 'invitation.change', summary: 'Revoke a pending invitation: its link stops working', params: one },
  resend:     { method: 'POST',   path: '/v1/resend-user-invitation', permission: 'invitation.change', summary: 'Send a pending invitation again, with a new link', body: z.strictObject({ userInvitationId: id }), response: invitation, proof: 'always', also: [404] },
  picture:    { method: 'GET',    path: '/v1/user-invitations/{id}/picture', permission: 'invitation.read', summary: 'Download the picture of an invited person', params: one, file: 'image/jpeg' },
});
