import { scopes } from '@kerb/domain/access/scopes.ts';
import { tokenAnswer, tokenError, tokenRequest } from '@kerb/domain/integrations/integrations.contract.ts';
import { scopeWords } from '@kerb/domain/integrations/scope-words.ts';
import { eventBody } from '@kerb/domain/webhooks/campaign-events.ts';
import { otherwise } from '@kerb/server/platform/http/openapi/refusals.ts';
import type { Json, Schemas } from '@kerb/server/platform/http/openapi/schemas.ts';

export const jsonContent = (schema: Json) => ({ 'application/json': { schema } });

export const tokenPath = '/oauth/token';
export const tokenRoom = 'Integration credentials';

const tokenRefusal = (schemas: Schemas, description: string) => ({
  description,
  content: jsonContent(schemas.of(tokenError)),
});
export const oauthScopes = Object.fromEntries(
  scopes.map((scope) => [scope, `${scopeWords[scope].label}. ${scopeWords[scope].help}`]),
);

/** OAuth's token endpoint takes forms, as its standard says, so it has no contract. */
export const tokenOperation = (schemas: Schemas): Json => ({
  operationId: 'oauth_token',
  tags: [tokenRoom],
  summary: 'A bearer token for a program that acts for an organisation: OAuth 2, client credentials',
  description:
    'The client id and secret are sent in the form or in a Basic header. Instead of a secret, a program may sign a ' +
    'JWT with its key (RFC 7523, private_key_jwt): issuer and subject are the client id, the audience is this ' +
    'address, it expires within five minutes and its `jti` works once. `scope` asks for fewer scopes than the ' +
    'program has. The token lives for minutes.',
  security: [],
  requestBody: {
    required: true,
    content: { 'application/x-www-form-urlencoded': { schema: schemas.of(tokenRequest) } },
  },
  responses: {
    200: { description: 'Success', content: jsonContent(schemas.of(tokenAnswer)) },
    400: tokenRefusal(schemas, 'The request, its grant type or its scope is not valid'),
    401: tokenRefusal(schemas, 'The client could not prove that it is the client'),
    429: tokenRefusal(schemas, 'Too many requests; Retry-After says when to ask again'),
    default: otherwise,
  },
});

const signatureHeader = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** The body of a webhook. */
export const webhookOperation = (schemas: Schemas): Json => ({
  operationId: 'webhook_event',
  tags: ['Webhooks'],
  summary: 'An event of a campaign, posted to each webhook that asked for it',
  description: 'Answer with any 2xx within ten seconds. Anything else is tried again, with the same id.',
  security: [],
  parameters: [
    signatureHeader('webhook-id', 'The id of the event, the same at every try'),
    signatureHeader('webhook-timestamp', 'Seconds since 1970; refuse what is older than a few minutes'),
    signatureHeader('webhook-signature', '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, one or more'),
  ],
  requestBody: { required: true, content: jsonContent(schemas.of(eventBody)) },
  responses: { '2XX': { description: 'Taken' } },
});

export const ourHeaders = {
  'RateLimit-Policy': {
    description: 'To programs: `"program"`, the requests (`q`) in a window of seconds (`w`).',
    schema: { type: 'string', examples: ['"program";q=600;w=60'] },
  },
  RateLimit: {
    description: 'To programs: `"program"`, the requests that are left (`r`) and the seconds until more (`t`).',
    schema: { type: 'string', examples: ['"program";r=599;t=60'] },
  },
  'Idempotent-Replayed': {
    description: '`true` if an earlier request with the same Idempotency-Key had this answer. Nothing was done again.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': { description: 'Seconds until the next try', schema: { type: 'integer' } },
};
