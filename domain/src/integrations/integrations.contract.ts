import { scopes } from '@kerb/domain/access/scopes.ts';
import { credentialEndReasons, endReasons } from '@kerb/domain/integrations/identity-rules.ts';
import { day, digits, id, link, moment, requiredParagraph, requiredText } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const scopeList = z.array(z.enum(scopes)).check(z.minLength(1, 'Choose at least one.'), z.maxLength(scopes.length));
const user = link('/v1/users');

export const keyAlgorithms = ['ES256', 'EdDSA', 'PS256'] as const;
export type KeyAlgorithm = (typeof keyAlgorithms)[number];

/** A secret or a public key with which a program proves that it is the client. */
export const serviceCredential = z.object({
  id,
  href: z.string(),
  kind: z.enum(['secret', 'key']),
  /** The RFC 7638 thumbprint of the key; null for a secret. */
  keyId: z.nullable(z.string()),
  algorithm: z.nullable(z.enum(keyAlgorithms)),
  creationDate: moment,
  expiryDate: moment,
  endedDate: z.nullable(moment),
  /** Why it ended by itself; null if a person ended or replaced it. */
  endReason: z.nullable(z.enum(credentialEndReasons)),
  lastUsageDate: z.nullable(moment),
});
export type ServiceCredential = z.output<typeof serviceCredential>;

/** A program that acts for an organisation. It belongs to the organisation and to no person. */
export const serviceIdentity = z.object({
  id,
  href: z.string(),
  tenant: link('/v1/tenants'),
  clientId: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** The manager who answers for it. */
  owner: z.nullable(user),
  ownerName: z.nullable(z.string()),
  /** Since when the owner is no manager here. The program ends two weeks later, unless a manager takes it over. */
  ownerLostDate: z.nullable(moment),
  /** The team member whose campaigns it sees; null if it sees all campaigns of the organisation. */
  agentUser: z.nullable(user),
  agentUserName: z.nullable(z.string()),
  creationDate: moment,
  createdByName: z.nullable(z.string()),
  lastUsageDate: z.nullable(moment),
  /** The network from which a token was last asked for. */
  lastUsageNetwork: z.nullable(z.string()),
  endedDate: z.nullable(moment),
  endReason: z.nullable(z.enum(endReasons)),
  /** Newest first. */
  credentials: z.array(serviceCredential),
  /** The webhooks that are on and whose address this program chose. */
  webhooks: z.array(z.object({ href: z.string(), url: z.string() })),
});
export type ServiceIdentity = z.output<typeof serviceIdentity>;

/** The secret is only in this answer; null if the program proves itself with a key. */
const withSecret = z.extend(serviceIdentity, { clientSecret: z.nullable(z.string()) });

const credentialFields = {
  /** A public key as PEM or JWK. Without one, a secret is made. */
  publicKey: z.optional(z.nullable(requiredParagraph(8_000))),
  /** The last day on which it works, by the organisation's calendar; a year from now if it is left out. */
  expiryDate: z.optional(z.nullable(day)),
};
export const newServiceCredential = z.strictObject({
  ...credentialFields,
  /** After how many days the other credentials of the program end; never if it is left out. */
  endOthersInDays: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(7)))),
  /** Pauses the webhooks whose address the program chose: a person with a leaked secret may have chosen one. */
  pauseWebhooks: z.optional(z.boolean()),
});

const name = requiredText(60);
export const newServiceIdentity = z.strictObject({
  name,
  scopes: scopeList,
  /** A manager of the organisation; the caller if it is left out. */
  owner: z.optional(z.nullable(user)),
  agentUser: z.optional(z.nullable(user)),
  ...credentialFields,
});
export const savedServiceIdentity = z.partial(z.strictObject({ name, scopes: scopeList, owner: user }));

export const jwtAssertion = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const parameter = (longest: number) => z.optional(z.string().check(z.maxLength(longest)));
/** RFC 6749, 4.4 and RFC 7523: the form for `/oauth/token`. The client may be in it or in a Basic header. */
export const tokenRequest = z.object({
  grant_type: z.literal('client_credentials'),
  scope: parameter(500),
  client_id: parameter(200),
  client_secret: parameter(200),
  client_assertion_type: parameter(200),
  client_assertion: parameter(8_000),
});
export const tokenAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  scope: z.string(),
});
/** RFC 6749, 5.2: not a problem document, because client libraries read this one. */
export const tokenError = z.object({ error: z.string(), error_description: z.string() });

const oneTenant = z.object({ tenantId: digits });
const one = z.object({ identityId: digits });

// biome-ignore format: a table
export const integrationEndpoints = defineEndpoints({
  list:          { method: 'GET',    path: '/v1/tenants/{tenantId}/service-identities', permission: 'integration.read', summary: 'List the programs that act for an organisation', params: oneTenant, response: z.object({ items: z.array(serviceIdentity) }) },
  create:        { method: 'POST',   path: '/v1/tenants/{tenantId}/service-identities', permission: 'integration.change', summary: 'Let a program act for an organisation; its secret is shown once', params: oneTenant, body: newServiceIdentity, response: withSecret, status: 201, location: '/v1/service-identities/{id}', proof: 'always', withoutKey: 'secret' },
  get:           { method: 'GET',    path: '/v1/service-identities/{identityId}', permission: 'integration.read', summary: 'Read a program that acts for an organisation', params: one, response: serviceIdentity, versioned: true },
  save:          { method: 'PUT',    path: '/v1/service-identities/{identityId}', permission: 'integration.change', summary: 'Change the name or the scopes of a program, or who answers for it', params: one, body: savedServiceIdentity, response: serviceIdentity, versioned: true, ifMatch: true, proof: { scopes: 'any value', owner: 'any value' } },
  end:           { method: 'DELETE', path: '/v1/service-identities/{identityId}', permission: 'integration.change', summary: 'End the access of a program; its tokens stop working at once', params: one },
  addCredential: { method: 'POST',   path: '/v1/service-identities/{identityId}/credentials', permission: 'integration.change', summary: 'Add a secret, shown once, or a public key to a program', params: one, body: newServiceCredential, response: withSecret, status: 201, location: '/v1/service-identities/{id}', proof: 'always', withoutKey: 'secret' },
  endCredential: { method: 'DELETE', path: '/v1/service-credentials/{credentialId}', permission: 'integration.change', summary: 'End a secret or a key; its tokens stop working at once', params: z.object({ credentialId: digits }) },
});
