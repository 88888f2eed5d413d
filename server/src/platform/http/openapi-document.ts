import { scopesFor } from '@kerb/domain/access/scope-permissions.ts';
import { type Scope, scopes } from '@kerb/domain/access/scopes.ts';
import { attachmentPurposes } from '@kerb/domain/documents/documents.contract.ts';
import { endpointsByRoom, sandboxRoom } from '@kerb/domain/endpoints.ts';
import { tokenAnswer, tokenError, tokenRequest } from '@kerb/domain/integrations/integrations.contract.ts';
import { scopeWords } from '@kerb/domain/integrations/scope-words.ts';
import { eventStreamType } from '@kerb/domain/live/live-kinds.ts';
import { eventBody } from '@kerb/domain/webhooks/campaign-events.ts';
import { type Endpoint, takesKey } from '@kerb/domain/wire/endpoint.ts';
import { problem } from '@kerb/domain/wire/problem.ts';
import * as z from 'zod/mini';

type Json = Record<string, unknown>;

/** A schema as JSON Schema of the wire format. */
function schemaOf(schema: z.core.$ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return json;
}

/** Only programs have a budget, so these are not in answers to people. */
const budgetHeaders = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};
const isForPrograms = (endpoint: Endpoint): boolean =>
  endpoint.permission !== 'anyone' && scopesFor(endpoint)?.length !== 0;

const ref = (name: string) => ({ $ref: `#/components/responses/${name}` });
const jsonContent = (schema: Json) => ({ 'application/json': { schema } });

const idempotencyKey = (required: boolean) => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  description:
    'Of your choosing, new for each request, for example a UUID. Sent again within 24 hours with the same body, the ' +
    'request takes effect once and gets the same answer, with the header `Idempotent-Replayed`. With another body it ' +
    'is refused with 422; while the first request is still running, with 409. A request that was refused leaves its ' +
    'key free.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
});
const replayedHeader = { 'Idempotent-Replayed': { $ref: '#/components/headers/Idempotent-Replayed' } };
const hasKey = (endpoint: Endpoint): boolean => endpoint.idempotent === true || takesKey(endpoint);

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The id of the last event, or `lastEventId`: what happened since then is sent.',
  schema: { type: 'string' },
};

function parametersOf(endpoint: Endpoint): Json[] {
  const { params, query, versioned, idempotent, stream, method } = endpoint;
  const from = (where: 'path' | 'query', object: z.ZodMiniObject | undefined) =>
    Object.entries(object?.shape ?? {}).map(([name, schema]) => {
      const json = schemaOf(schema as z.core.$ZodType);
      const required = where === 'path' || !z.safeDecode(z.object({ [name]: schema as z.ZodMiniType }), {}).success;
      // A path parameter is an id, which is a number, unless it has a list of names.
      const isId = where === 'path' && !json.enum;
      return { name, in: where, required, schema: isId ? { type: 'integer', minimum: 1 } : json };
    });
  const ifMatch = { name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } };
  return [
    ...from('path', params),
    ...from('query', query),
    ...(versioned && method === 'PUT' ? [ifMatch] : []),
    ...(hasKey(endpoint) ? [idempotencyKey(idempotent === true)] : []),
    ...(stream ? [lastEventId] : []),
  ];
}

const fileUpload = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['tenantId', 'asset'],
        properties: {
          tenantId: { type: 'integer' },
          asset: { type: 'string', format: 'binary' },
          assetTransform: {
            type: 'string',
            description: '`portrait` for a person, `photo` for a property, `logo` for a logo; else a document',
          },
          purpose: {
            type: 'string',
            enum: attachmentPurposes,
            description: 'The only purpose that the document may be filed under',
          },
        },
      },
    },
  },
};

const spreadsheet = { 'text/csv': { schema: { type: 'string' } } };
/** OpenAPI 3.1 has no form for the events of a stream. */
const eventStream = {
  [eventStreamType]: {
    schema: {
      type: 'string',
      description:
        'First an event `open` with the version of the campaign. Then an event without a name for each change: its ' +
        'data is one of `items`. At last an event `end` with a problem, if the caller may no longer read.',
    },
  },
};

const location = { Location: { schema: { type: 'string' }, description: 'Where the new record is read' } };
const etag = { ETag: { schema: { type: 'string' }, description: 'For If-Match' } };

function successOf(endpoint: Endpoint): Json {
  const { response, file, status, versioned, csv, stream } = endpoint;
  const answered = {
    ...(versioned && etag),
    ...(endpoint.location && location),
    ...(hasKey(endpoint) && replayedHeader),
    ...(isForPrograms(endpoint) && budgetHeaders),
  };
  const headers = Object.keys(answered).length > 0 && { headers: answered };
  if (file) {
    const content = { [file]: { schema: { type: 'string', format: 'binary' } } };
    return { 200: { description: 'The file', ...headers, content } };
  }
  if (!response) return { 204: { description: 'Done', ...headers } };
  const content = { ...jsonContent(schemaOf(response)), ...(csv && spreadsheet), ...(stream && eventStream) };
  return { [status ?? 200]: { description: 'Success', ...headers, content } };
}

const anyOf = (needed: readonly Scope[]): string => needed.map((scope) => `\`${scope}\``).join(' or ');

/** Which of a program's scopes allow the call. Campaigns are the only list that is also sent as a spreadsheet. */
function scopeSentence(endpoint: Endpoint): string {
  const needed = scopesFor(endpoint);
  if (needed === null) return 'Every program may call it.';
  if (needed.length === 0) return 'Not for programs.';
  const exporting = scopesFor({ method: 'GET', permission: 'agreement.export' }) ?? [];
  return `Scope: ${anyOf(needed)}.${endpoint.csv ? ` As \`text/csv\` also ${anyOf(exporting)}.` : ''}`;
}

function operationOf(room: string, name: string, endpoint: Endpoint): Json {
  const isOpen = endpoint.permission === 'anyone';
  const parameters = parametersOf(endpoint);
  return {
    operationId: `${room.replace(/\W+/g, '').replace(/^./, (letter) => letter.toLowerCase())}_${name}`,
    tags: [room],
    summary: endpoint.summary,
    ...(!isOpen && { description: `Permission: \`${endpoint.permission}\`. ${scopeSentence(endpoint)}` }),
    ...(isOpen && { security: [] }),
    ...(!isOpen && { 'x-scopes': scopesFor(endpoint) ?? [...scopes] }),
    ...(endpoint.proof && { 'x-proof': endpoint.proof }),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: { required: true, content: jsonContent(schemaOf(endpoint.body)) } }),
    ...(endpoint.upload && { requestBody: fileUpload }),
    responses: {
      ...successOf(endpoint),
      400: ref('Problem'),
      ...(!isOpen && { 401: ref('Problem'), 403: ref('Problem') }),
      ...(endpoint.params && { 404: ref('Problem') }),
      ...(endpoint.method !== 'GET' && { 409: ref('Problem') }),
      ...(hasKey(endpoint) && { 422: ref('Problem') }),
      ...(!isOpen && { 429: ref('TooMany') }),
      default: ref('Problem'),
    },
  };
}

const tokenPath = '/oauth/token';
const tokenRoom = 'Integration credentials';

const tokenRefusal = (description: string) => ({ description, content: jsonContent(schemaOf(tokenError)) });
const oauthScopes = Object.fromEntries(
  scopes.map((scope) => [scope, `${scopeWords[scope].label}. ${scopeWords[scope].help}`]),
);

/** OAuth's token endpoint takes forms, as its standard says, so it has no contract. */
const tokenOperation = (): Json => ({
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
    content: { 'application/x-www-form-urlencoded': { schema: schemaOf(tokenRequest) } },
  },
  responses: {
    200: { description: 'Success', content: jsonContent(schemaOf(tokenAnswer)) },
    400: tokenRefusal('The request, its grant type or its scope is not valid'),
    401: tokenRefusal('The client could not prove that it is the client'),
    429: tokenRefusal('Too many requests; Retry-After says when to ask again'),
    default: ref('Problem'),
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
const webhookOperation = (): Json => ({
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
  requestBody: { required: true, content: jsonContent(schemaOf(eventBody)) },
  responses: { '2XX': { description: 'Taken' } },
});

const ourHeaders = {
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

const problemContent = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
const refusals = {
  TooMany: {
    description: 'Too many requests',
    headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
    content: problemContent,
  },
  Problem: { description: 'What went wrong', content: problemContent },
};

/** The OpenAPI 3.1 document, printed from the same values that the server mounts and the web calls. */
export function openApiDocument({ sandbox }: { sandbox: boolean }): Json {
  const paths: Record<string, Json> = {};
  const rooms = Object.entries(endpointsByRoom).filter(([room]) => sandbox || room !== sandboxRoom);
  for (const [room, table] of rooms) {
    for (const [name, endpoint] of Object.entries(table)) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operationOf(room, name, endpoint),
      };
    }
  }
  paths[tokenPath] = { post: tokenOperation() };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kerb',
      version: '1',
      summary: 'Marketing funding for property sales',
      description:
        'Amounts are dollars with at most two decimals; days are `YYYY-MM-DD`, moments UTC. A link is an object with ' +
        '`href`. Every failure is `application/problem+json` with `displayText` and, for fields, `validation`. Every ' +
        'answer has `X-Request-Id`; quote it when you ask us about a failure.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: rooms.map(([name]) => ({ name })),
    security: [{ bearer: [] }, { clientCredentials: [] }],
    paths,
    webhooks: { event: { post: webhookOperation() } },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        clientCredentials: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: tokenPath, scopes: oauthScopes } },
        },
      },
      schemas: { Problem: schemaOf(problem) },
      headers: ourHeaders,
      responses: refusals,
    },
  };
}
