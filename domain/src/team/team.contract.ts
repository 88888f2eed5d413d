import { tenantUserTypes } from '@kerb/domain/access/actor.ts';
import { digits, fromOne, id, link, text } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { personName } from '@kerb/domain/wire/printable-text.ts';
import { syncAnswer, syncQuery } from '@kerb/domain/wire/sync.ts';
import * as z from 'zod/mini';

/** A team member: the membership and its user. */
export const member = z.object({
  href: z.string(),
  userId: id,
  user: link('/v1/users'),
  tenant: link('/v1/tenants'),
  displayName: z.string(),
  firstName: z.string(),
  surname: z.string(),
  emailAddress: z.string(),
  /** For those who may change the team; null for colleagues. */
  mobilePhone: z.nullable(z.string()),
  jobTitle: z.nullable(z.string()),
  profilePictureHref: z.nullable(z.string()),
  tenantUserType: z.enum(tenantUserTypes),
  receivesAllAgentNotices: z.boolean(),
  receivesBillingEmailNotices: z.boolean(),
  /** Whether the reader may change the names, the mobile and the picture. */
  detailsEditable: z.boolean(),
});
export type Member = z.output<typeof member>;

export const noticeFlags = {
  receivesAllAgentNotices: z.optional(z.boolean()),
  receivesBillingEmailNotices: z.optional(z.boolean()),
};
export const newMember = z.strictObject({
  user: link('/v1/users'),
  tenantUserType: z._default(z.enum(tenantUserTypes), 'employee'),
  ...noticeFlags,
});
/** 'none' removes the access. */
export const savedMember = z.strictObject({
  tenantUserType: z.optional(z.enum([...tenantUserTypes, 'none'])),
  ...noticeFlags,
  firstName: z.optional(personName(100)),
  surname: z.optional(personName(100)),
  mobilePhone: z.optional(z.nullable(text(30))),
  jobTitle: z.optional(z.nullable(text(100))),
  profilePicture: z.optional(z.nullable(link('/v1/assets'))),
});
export type SavedMember = z.output<typeof savedMember>;

/** One of a user's organisations. */
export const userTenant = z.object({
  href: z.string(),
  tenant: link('/v1/tenants'),
  tenantId: id,
  tenantName: z.string(),
  tenantUserType: z.enum(tenantUserTypes),
  receivesAllAgentNotices: z.boolean(),
  receivesBillingEmailNotices: z.boolean(),
});
export type UserTenant = z.output<typeof userTenant>;

const oneTenant = z.object({ tenantId: digits });
const teamQuery = z.object({ ...syncQuery, perPage: z.optional(fromOne) });
export type TeamQuery = z.output<typeof teamQuery>;

/** Only a list that is read in the order of changes names the members who left. */
const teamPage = z.object({
  items: z.array(member),
  removed: z.optional(z.array(z.object({ href: z.string(), userId: id }))),
  ...syncAnswer,
});
const oneMember = z.object({ tenantId: digits, userId: digits });

// biome-ignore format: a table
export const teamEndpoints = defineEndpoints({
  list:    { method: 'GET',    path: '/v1/tenants/{tenantId}/users', permission: 'team.read', summary: 'List the team of an organisation', params: oneTenant, query: teamQuery, response: teamPage },
  add:     { method: 'POST',   path: '/v1/tenants/{tenantId}/users', permission: 'team.add', summary: 'Link an existing user to an organisation', params: oneTenant, body: newMember, response: member, status: 201, proof: { tenantUserType: ['manager'] } },
  save:    { method: 'PUT',    path: '/v1/tenants/{tenantId}/users/{userId}', permission: 'team.change', summary: 'Change a team member’s access, notices or details', params: oneMember, body: savedMember, response: z.nullable(member), proof: { tenantUserType: ['manager', 'employee'], mobilePhone: 'any value' } },
  remove:  { method: 'DELETE', path: '/v1/tenants/{tenantId}/users/{userId}', permission: 'team.change', summary: 'Remove a team member’s access', params: oneMember },
  tenants: { method: 'GET',    path: '/v1/users/{id}/tenants', permission: 'user.read', summary: 'List the organisations of a user', params: z.object({ id: digits }), response: z.object({ items: z.array(userTenant), totalItems: z.int() }) },
});
