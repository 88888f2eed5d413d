import { optionFlagShape } from '@kerb/domain/organisations/option-flags.ts';
import { tenantQuery } from '@kerb/domain/organisations/tenant-query.ts';
import { type OrganisationType, organisationTypes } from '@kerb/domain/vocabulary/organisation-types.ts';
import { digits, id, moment, pageOf, requiredText, text } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { requiredPrintable } from '@kerb/domain/wire/printable-text.ts';
import { syncPage, syncQuery } from '@kerb/domain/wire/sync.ts';
import * as z from 'zod/mini';

export const organisationTypeLabels: Record<OrganisationType, string> = {
  agency: 'Agency',
  supplier: 'Supplier',
  financial: 'Finance Provider',
};

/** The platform's own organisation: it exists, but no list shows it. */
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
  logoUrl: z.nullable(z.string()),
  hideNameText: z.boolean(),
  ...optionFlagShape,
});
export type Tenant = z.output<typeof tenant>;

export const newTenant = z.strictObject({
  name: requiredPrintable(200),
  type: z._default(z.enum(organisationTypes), 'agency'),
  identifier: z.optional(z.nullable(text(100))),
  defaultTimeZone: z.optional(requiredText(64)),
  enableDeposits: z._default(z.boolean(), false),
  allowAddingProperty: z._default(z.boolean(), false),
});

/** Only a list that is read in the order of changes names the organisations that were deleted. */
const tenantPage = z.extend(pageOf(tenant), {
  ...syncPage,
  removed: z.optional(z.array(z.object({ href: z.string(), id }))),
});

const oneTenant = z.object({ tenantId: digits });

// biome-ignore format: a table
export const organisationEndpoints = defineEndpoints({
  list:   { method: 'GET',  path: '/v1/tenants', permission: 'tenant.read', summary: 'List the organisations that you may see', query: z.extend(tenantQuery, syncQuery), response: tenantPage },
  get:    { method: 'GET',  path: '/v1/tenants/{tenantId}', permission: 'tenant.read', summary: 'Read an organisation', params: oneTenant, response: tenant },
  create: { method: 'POST', path: '/v1/tenants', permission: 'tenant.create', summary: 'Create an organisation', body: newTenant, response: tenant, status: 201, location: '/v1/tenants/{id}' },
});
