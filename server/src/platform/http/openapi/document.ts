import { scopesFor } from '@kerb/domain/access/scope-permissions.ts';
import { type Scope, scopes } from '@kerb/domain/access/scopes.ts';
import { countries } from '@kerb/domain/countries/countries.ts';
import { endpointsByRoom, sandboxRoom } from '@kerb/domain/endpoints.ts';
import { latestApiVersion } from '@kerb/domain/integrations/api-versions.ts';
import { apiWordsSentence } from '@kerb/domain/integrations/api-words.ts';
import { eventStreamType } from '@kerb/domain/live/live-kinds.ts';
import { digitsFormat } from '@kerb/domain/wire/codecs.ts';
import { type Endpoint, takesKey } from '@kerb/domain/wire/endpoint.ts';
import { fullProblem } from '@kerb/domain/wire/external-refs.ts';
import { isTagged, statusesOf, successOf } from '@kerb/domain/wire/statuses.ts';
import { withDeprecated } from '@kerb/server/platform/http/openapi/deprecated.ts';
import { type ExampleCountry, withExamples } from '@kerb/server/platform/http/openapi/examples.ts';
import { operationWords, parameterWords, tagWords } from '@kerb/server/platform/http/openapi/operation-words.ts';
import {
  jsonContent,
  oauthScopes,
  ourHeaders,
  tokenOperation,
  tokenPath,
  tokenRoom,
  webhookOperation,
} from '@kerb/server/platform/http/openapi/parts.ts';
import { withReadOnly } from '@kerb/server/platform/http/openapi/read-only.ts';
import { refusalComponents, refusalsOf } from '@kerb/server/platform/http/openapi/refusals.ts';
import { type Json, newSchemas, type Schemas } from '@kerb/server/platform/http/openapi/schemas.ts';
import { uploadFormOf } from '@kerb/server/platform/http/openapi/upload-forms.ts';
import { type Limit, limits } from '@kerb/server/platform/limits/throttle.ts';
import * as z from 'zod/mini';

/** Only programs have a budget, so these are not in answers to people. */
const budgetHeaders = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};
const isForPrograms = (endpoint: Endpoint): boolean =>
  endpoint.permission !== 'anyone' && scopesFor(endpoint)?.length !== 0;

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

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag that you read. If somebody has changed the record since, nothing is saved: 412.',
  schema: { type: 'string' },
};
const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of your copy. If it is still the same, the answer is 304 without content.',
  schema: { type: 'string' },
};
const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'The id of the last event, or `lastEventId`: what happened since then is sent.',
  schema: { type: 'string' },
};

type Definition = { type?: string; in?: z.core.$ZodType; out?: z.core.$ZodType; innerType?: z.core.$ZodType };
const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Definition & Record<string, unknown>;

/** What is inside of `optional` and `default`. */
function bareSchema(schema: z.core.$ZodType): z.core.$ZodType {
  const { type, innerType } = definitionOf(schema);
  return innerType && (type === 'optional' || type === 'default') ? bareSchema(innerType) : schema;
}

/** Text in an address that stands for something else: a number, or a list of values. */
function parameterSchema(schemas: Schemas, schema: z.core.$ZodType): Json {
  const json = schemas.of(schema);
  const bare = bareSchema(schema);
  const { out } = definitionOf(bare);
  // Printed for the text in the address, a default of another type is left out.
  const fallback = definitionOf(schema).type === 'default' ? definitionOf(schema).defaultValue : undefined;
  if (json.format === digitsFormat)
    return { type: 'integer', minimum: 1, ...(fallback !== undefined && { default: fallback }) };
  const decoded = out && definitionOf(out).type === 'array' ? schemas.of(out) : null;
  return decoded?.items ? { type: 'array', items: decoded.items } : json;
}

function parametersOf(schemas: Schemas, operationId: string, endpoint: Endpoint): Json[] {
  const { params, query, idempotent, stream } = endpoint;
  const from = (where: 'path' | 'query', object: z.ZodMiniObject | undefined) =>
    Object.entries(object?.shape ?? {}).map(([name, schema]) => {
      const required = where === 'path' || !z.safeDecode(z.object({ [name]: schema as z.ZodMiniType }), {}).success;
      const description = parameterWords[`${operationId}.${name}`] ?? parameterWords[name];
      const json = parameterSchema(schemas, schema as z.core.$ZodType);
      return { name, in: where, required, ...(description && { description }), schema: json };
    });
  return [
    ...from('path', params),
    ...from('query', query),
    ...(endpoint.ifMatch ? [ifMatch] : []),
    ...(isTagged(endpoint) ? [ifNoneMatch] : []),
    ...(hasKey(endpoint) ? [idempotencyKey(idempotent === true)] : []),
    ...(stream ? [lastEventId] : []),
  ];
}

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
const etag = {
  ETag: { schema: { type: 'string' }, description: 'For If-None-Match and, of a record that can be changed, If-Match' },
};

function answerOf(schemas: Schemas, endpoint: Endpoint): Json {
  const { response, file, versioned, stream } = endpoint;
  const answered = {
    ...((versioned || isTagged(endpoint)) && etag),
    ...(endpoint.location && location),
    ...(hasKey(endpoint) && replayedHeader),
    ...(isForPrograms(endpoint) && budgetHeaders),
  };
  const headers = Object.keys(answered).length > 0 && { headers: answered };
  if (file) {
    const content = { [file]: { schema: { type: 'string', format: 'binary' } } };
    return { description: 'The file', ...headers, content };
  }
  if (!response) return { description: 'Done', ...headers };
  const content = { ...jsonContent(schemas.of(response)), ...(stream && eventStream) };
  return { description: 'Success', ...headers, content };
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

/** 'Payment options' and 'offer' are 'paymentOptions_offer'. */
function operationIdOf(room: string, name: string): string {
  const joined = room.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `${joined.replace(/^./, (letter) => letter.toLowerCase())}_${name}`;
}

const csvSentence = 'With `Accept: text/csv` all that match are sent as a spreadsheet, without pages.';

function descriptionOf(operationId: string, endpoint: Endpoint): string {
  const said = operationWords[operationId];
  const needed = endpoint.permission === 'anyone' ? null : `Permission: \`${endpoint.permission}\`.`;
  const scopesSaid = needed === null ? null : scopeSentence(endpoint);
  return [said, endpoint.csv && csvSentence, needed, scopesSaid].filter(Boolean).join(' ');
}

function operationOf(schemas: Schemas, [room, name, endpoint]: readonly [string, string, Endpoint]): Json {
  const isOpen = endpoint.permission === 'anyone';
  const operationId = operationIdOf(room, name);
  const parameters = parametersOf(schemas, operationId, endpoint);
  const description = descriptionOf(operationId, endpoint);
  return {
    operationId,
    tags: [room],
    summary: endpoint.summary,
    ...(description && { description }),
    ...(isOpen && { security: [] }),
    ...(!isOpen && { 'x-scopes': scopesFor(endpoint) ?? [...scopes] }),
    ...(endpoint.proof && { 'x-proof': endpoint.proof }),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: { required: true, content: jsonContent(schemas.of(endpoint.body)) } }),
    ...(endpoint.upload && { requestBody: uploadFormOf(endpoint) }),
    responses: {
      [successOf(endpoint)]: answerOf(schemas, endpoint),
      ...(statusesOf(endpoint).includes(303) && { 303: { description: 'A browser is sent to the screen' } }),
      ...(statusesOf(endpoint).includes(304) && { 304: { description: 'Your copy is still the same' } }),
      ...refusalsOf(endpoint),
    },
  };
}

export type Audience = 'public' | 'internal';

/** The endpoints of a document: what a program may call, or everything that this deployment has. */
function endpointsFor(audience: Audience, sandbox: boolean) {
  const all = Object.entries(endpointsByRoom).flatMap(([room, table]) =>
    Object.entries(table).map(([name, endpoint]) => [room, name, endpoint] as const),
  );
  return all.filter(([room, , endpoint]) =>
    audience === 'public' ? isForPrograms(endpoint) : sandbox || room !== sandboxRoom,
  );
}

const eachOf = <Value, Made>(record: Record<string, Value>, make: (value: Value) => Made): Record<string, Made> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, make(value)]));

/** '600 requests in 1 minute': the limits as they are counted. */
const inWords = ({ most, minutes }: Limit, what = 'requests'): string =>
  `${most} ${what} in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;

/** `country`: that of the deployment. Without one the examples are for every country. */
type Asked = { sandbox: boolean; audience: Audience; publicUrl?: string; country?: ExampleCountry };

/** The OpenAPI 3.1 document, printed from the same values that the server mounts and the web calls. */
export function openApiDocument({ sandbox, audience, publicUrl = '/', country }: Asked): Json {
  const schemas = newSchemas();
  const paths: Record<string, Json> = {};
  const endpoints = endpointsFor(audience, sandbox);
  for (const each of endpoints) {
    const { path, method } = each[2];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(schemas, each) };
  }
  paths[tokenPath] = { post: tokenOperation(schemas) };
  const event = webhookOperation(schemas);
  schemas.of(fullProblem);
  const isPublic = audience === 'public';
  const components = isPublic ? withDeprecated(withReadOnly(schemas.components())) : schemas.components();
  const exampled = { hasAnswers: isPublic, countries: country ? [country] : Object.values(countries) };
  const tags = [...new Set([...endpoints.map(([room]) => room), tokenRoom])];
  return {
    openapi: '3.1.0',
    info: {
      title: isPublic ? 'Kerb' : 'Kerb, with the calls of its own pages',
      version: latestApiVersion,
      summary: 'Marketing funding for property sales',
      description:
        'Amounts are dollars with at most two decimals; days are `YYYY-MM-DD`, moments UTC. A link is an object with ' +
        '`href`. One thing may have several names: ' +
        `${apiWordsSentence}. ` +
        'Every failure is `application/problem+json` with `displayText` and, for fields, `validation`. Every ' +
        'answer has `X-Request-Id`; quote it when you ask us about a failure. A program may send ' +
        `${inWords(limits.requestsPerProgram)} and ask for ${inWords(limits.tokensPerClient, 'tokens')}; 429 has ` +
        '`Retry-After`.',
      contact: { name: 'Support', ...(publicUrl !== '/' && { url: `${publicUrl}/developer` }) },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: tags.map((name) => ({ name, ...(tagWords[name] && { description: tagWords[name] }) })),
    security: [{ bearer: [] }, { clientCredentials: [] }],
    paths: eachOf(paths, (methods) => eachOf(methods, (each) => withExamples(each as Json, components, exampled))),
    webhooks: { event: { post: withExamples(event, components, exampled) } },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        clientCredentials: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: tokenPath, scopes: oauthScopes } },
        },
      },
      schemas: components,
      headers: ourHeaders,
      responses: refusalComponents(endpoints.map(([, , endpoint]) => endpoint)),
    },
  };
}
