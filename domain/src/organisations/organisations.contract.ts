import { tenantUserTypes } from '@kerb/domain/access/actor.ts';
import {
  digits,
  id,
  link,
  moment,
  pageOf,
  pageQuery,
  queryFlag,
  requiredText,
  text,
} from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

export const organisationTypes = ['agency', 'supplier', 'financial'] as const;
export type OrganisationType = (typeof organisationTypes)[number];
export const organisationTypeLabels: Record<OrganisationType, string> = {
  agency: 'Agency',
  supplier: 'Supplier',
  financial: 'Finance Provider',
};

/** The platform's own organisation: it exists, and no list shows it. */
export const platformTenantId = 1;

export const tenant = z.object({
  id,
  href: z.string(),
  type: z.enum(organisationTypes),
  name: z.string(),
  identifier: z.nullable(z.string()),
  defaultTimeZone: z.string(),
  enableDeposits: z.boolean(),
  allowAddingProperty: z.boolean(),
  lastAgreementCreateDate: z.nullable(moment),
});
export type Tenant = z.output<typeof tenant>;

export const newTenant = z.strictObject({
  name: requiredText(200),
  type: z._default(z.enum(organisationTypes), 'agency'),
  identifier: z.optional(z.nullable(text(100))),
  defaultTimeZone: z.optional(requiredText(64)),
  enableDeposits: z._default(z.boolean(), false),
  allowAddingProperty: z._default(z.boolean(), false),
});

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

export const tenantSorts = ['name', 'lastAgreementCreateDate'] as const;
const tenantQuery = z.object({
  ...pageQuery,
  sortBy: z._default(z.enum(tenantSorts), 'name'),
  sortDesc: z._default(queryFlag, false),
  textQuery: z.optional(z.string().check(z.trim(), z.maxLength(200))),
});
const oneTenant = z.object({ tenantId: digits });
const oneMember = z.object({ tenantId: digits, userId: digits });

// biome-ignore format: a table
export const organisationEndpoints = defineEndpoints({
  list:       { method: 'GET',  path: '/v1/tenants', permission: 'tenant.read', summary: 'Organisations in sight', query: tenantQuery, response: pageOf(tenant) },
  get:        { method: 'GET',  path: '/v1/tenants/{tenantId}', permission: 'tenant.read', summary: 'One organisation', params: oneTenant, response: tenant },
  create:     { method: 'POST', path: '/v1/tenants', permission: 'tenant.create', summary: 'Create an organisation', body: newTenant, response: tenant, status: 201 },
  members:    { method: 'GET',  path: '/v1/tenants/{tenantId}/users', permission: 'team.read', summary: 'The team of an organisation', params: oneTenant, response: z.object({ items: z.array(member) }) },
  addMember:  { method: 'POST', path: '/v1/tenants/{tenantId}/users', permission: 'team.add', summary: 'Link an existing user to an organisation', params: oneTenant, body: newMember, response: member, status: 201 },
  saveMember: { method: 'PUT',  path: '/v1/tenants/{tenantId}/users/{userId}', permission: 'team.change', summary: 'Change or take away a team member\'s access', params: oneMember, body: savedMember, response: z.nullable(member) },
});
