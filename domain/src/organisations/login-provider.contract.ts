import { domainProofs, keeperMailboxes } from '@kerb/domain/organisations/login-provider-rules.ts';
import { digits, id, moment, requiredText, text } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

export const loginDomain = z.object({
  id,
  domain: z.string(),
  /** The name and the text of the DNS record that proves it. */
  recordName: z.string(),
  recordText: z.string(),
  provenDate: z.nullable(moment),
  provenBy: z.nullable(z.enum(domainProofs)),
});
export type LoginDomain = z.output<typeof loginDomain>;

/** The OpenID Connect provider of an organisation. Its secret is never answered. */
export const loginProvider = z.object({
  issuer: z.string(),
  clientId: z.string(),
  roleClaim: z.nullable(z.string()),
  managerValues: z.array(z.string()),
  isRequired: z.boolean(),
  changedDate: moment,
  changedByName: z.nullable(z.string()),
  /** Null: it waits until an admin confirms it, and nobody logs in with it. */
  confirmedDate: z.nullable(moment),
  /** The admin who asked to let the team log in otherwise again. A second admin confirms it by asking too. */
  releaseAskedByName: z.nullable(z.string()),
});
export type LoginProvider = z.output<typeof loginProvider>;

export const organisationLogin = z.object({
  provider: z.nullable(loginProvider),
  domains: z.array(loginDomain),
  /** What the organisation enters at its provider; null before there is one. */
  redirectUri: z.nullable(z.string()),
  logoutUri: z.nullable(z.string()),
});
export type OrganisationLogin = z.output<typeof organisationLogin>;

const issuer = requiredText(300);
export const savedLoginProvider = z.strictObject({
  issuer,
  clientId: requiredText(300),
  /** Left out: the stored one stays. */
  clientSecret: z.optional(z.nullable(requiredText(500))),
  roleClaim: z.optional(z.nullable(text(100))),
  managerValues: z.optional(z.array(requiredText(200)).check(z.maxLength(20))),
});
export type SavedLoginProvider = z.output<typeof savedLoginProvider>;

export const newLoginDomain = z.strictObject({ domain: requiredText(253) });
export const keeperOfDomain = z.strictObject({ mailbox: z.enum(keeperMailboxes) });
export const domainCode = z.strictObject({ code: requiredText(100) });
export const requiredLogin = z.strictObject({ isRequired: z.boolean() });

const one = z.object({ tenantId: digits });
const oneDomain = z.object({ tenantId: digits, domainId: digits });

// biome-ignore format: a table
export const loginProviderEndpoints = defineEndpoints({
  read:          { method: 'GET',    path: '/v1/tenants/{tenantId}/login-provider', permission: 'tenant.sign-in-rules', summary: 'Read the login provider of an organisation and its domains', params: one, response: organisationLogin },
  save:          { method: 'PUT',    path: '/v1/tenants/{tenantId}/login-provider', permission: 'tenant.sign-in-rules', summary: 'Set up or change the OpenID Connect provider of an organisation; an admin confirms it', params: one, body: savedLoginProvider, response: organisationLogin, proof: 'always' },
  end:           { method: 'DELETE', path: '/v1/tenants/{tenantId}/login-provider', permission: 'tenant.sign-in-rules', summary: 'End the login provider of an organisation; everybody who logged in with it is logged out', params: one, proof: 'always' },
  require:       { method: 'PUT',    path: '/v1/tenants/{tenantId}/login-provider/required', permission: 'tenant.sign-in-rules', summary: 'Let the team log in with its provider only, or no longer', params: one, body: requiredLogin, response: organisationLogin, proof: 'always' },
  confirm:       { method: 'PUT',    path: '/v1/tenants/{tenantId}/login-provider/confirmation', permission: 'tenant.approve', summary: 'Confirm the login provider of an organisation as a second person', params: one, response: organisationLogin, proof: 'always' },
  addDomain:     { method: 'POST',   path: '/v1/tenants/{tenantId}/login-domains', permission: 'tenant.sign-in-rules', summary: 'Name a domain of the organisation, which it then proves', params: one, body: newLoginDomain, response: organisationLogin },
  checkDomain:   { method: 'PUT',    path: '/v1/tenants/{tenantId}/login-domains/{domainId}/record', permission: 'tenant.sign-in-rules', summary: 'Look for the DNS record that proves a domain', params: oneDomain, response: organisationLogin },
  writeToKeeper: { method: 'PUT',    path: '/v1/tenants/{tenantId}/login-domains/{domainId}/mail', permission: 'tenant.sign-in-rules', summary: 'Send a code to a mailbox of the keeper of a domain', params: oneDomain, body: keeperOfDomain, response: organisationLogin },
  proveByCode:   { method: 'PUT',    path: '/v1/tenants/{tenantId}/login-domains/{domainId}/code', permission: 'tenant.sign-in-rules', summary: 'Prove a domain with the code of its keeper', params: oneDomain, body: domainCode, response: organisationLogin },
  removeDomain:  { method: 'DELETE', path: '/v1/tenants/{tenantId}/login-domains/{domainId}', permission: 'tenant.sign-in-rules', summary: 'Remove a domain; everybody who logged in with the provider is logged out', params: oneDomain, proof: 'always' },
});
