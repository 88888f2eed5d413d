import { tenantUserTypes } from '@kerb/domain/access/actor.ts';
import { digits, id, link } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** A team member: the link, and the person that it leads to. */
export const member = z.object({
  href: z.string(),
  userId: id,
  user: link('/v1/users'),
  tenant: link('/v1/tenants'),
  displayName: z.string(),
  emailAddress: z.string(),
  tenantUserType: z.enum(tenantUserTypes),
  receivesAllAgentNotices: z.boolean(),
  receivesBillingEmailNotices: z.boolean(),
});
export type Member = z.output<typeof member>;

const memberSettings = {
  receivesAllAgentNotices: z.optional(z.boolean()),
  receivesBillingEmailNotices: z.optional(z.boolean()),
};
export const newMember = z.strictObject({
  user: link('/v1/users'),
  tenantUserType: z._default(z.enum(tenantUserTypes), 'employee'),
  ...memberSettings,
});
/** 'none' takes the access away. */
export const savedMember = z.strictObject({
  tenantUserType: z.optional(z.enum([...tenantUserTypes, 'none'])),
  ...memberSettings,
});

const oneTenant = z.object({ tenantId: digits });
const oneMember = z.object({ tenantId: digits, userId: digits });

// biome-ignore format: a table
export const teamEndpoints = defineEndpoints({
  list: { method: 'GET',  path: '/v1/tenants/{tenantId}/users', permission: 'team.read', summary: 'The team of an organisation', params: oneTenant, response: z.object({ items: z.array(member) }) },
  add:  { method: 'POST', path: '/v1/tenants/{tenantId}/users', permission: 'team.add', summary: 'Link an existing user to an organisation', params: oneTenant, body: newMember, response: member, status: 201 },
  save: { method: 'PUT',  path: '/v1/tenants/{tenantId}/users/{userId}', permission: 'team.change', summary: 'Change or take away a team member\'s access', params: oneMember, body: savedMember, response: z.nullable(member) },
});
