import { type AccessScope, accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { Actor } from '@kerb/domain/access/actor.ts';
import { decideProof } from '@kerb/domain/access/proof.ts';
import { decideClient, scopesFor } from '@kerb/domain/access/scope-permissions.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { decideActing } from '@kerb/domain/session/view-as.ts';
import { type Endpoint, type InputOf, type OutputOf, type TakesKey, takesKey } from '@kerb/domain/wire/endpoint.ts';
import type { Caller } from '@kerb/server/platform/auth/authenticate.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { AnswerEncoder } from '@kerb/server/platform/http/answer-encoder.ts';
import { isKnown, tagOf, versionOf } from '@kerb/server/platform/http/entity-tags.ts';
import type { EventStreams } from '@kerb/server/platform/http/event-streams.ts';
import type { Keys, Once } from '@kerb/server/platform/http/idempotency.ts';
import { JsonText } from '@kerb/server/platform/http/json-text.ts';
import { parse, refuseUnknownNames } from '@kerb/server/platform/http/parse.ts';
import type { RequestTurns } from '@kerb/server/platform/http/request-turns.ts';
import { answerFor, jsonType, StoredAnswer, type Versioned } from '@kerb/server/platform/http/stored-answer.ts';
import { rateLimitHeaders } from '@kerb/server/platform/limits/rate-limit.ts';
import { mustBePermitted, notFound, notPermitted, tooMany } from '@kerb/server/platform/problems/problem.ts';
import { ownerOf } from '@kerb/server/platform/queues/lanes.ts';
import { rememberAccount } from '@kerb/server/platform/security/refusals.ts';
import { Answered, type Answering, type By } from '@kerb/server/platform/work.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

export type App = FastifyInstance & {
  /** Every mounted endpoint, for the documentation and for the test that calls each as every kind of person. */
  endpoints: Endpoint[];
  authenticate: (request: FastifyRequest) => Promise<Caller>;
  turns: RequestTurns;
  keys: Keys;
  encode: AnswerEncoder;
  streams: EventStreams;
  /** On when the server was told to stop and still serves. */
  draining: { isOn: boolean };
};

export type Call<E extends Endpoint> = InputOf<E> & {
  scope: E['permission'] extends 'anyone' ? undefined : AccessScope;
  /** Who acts. For an endpoint that takes a key, a transaction as them also stores the answer. */
  by: TakesKey<E> extends true ? (E extends { upload: true } ? By : Answering<Result<E>>) : By;
  /** For an upload, whose handler reads the body: runs once for each key and content. */
  withContent: E extends { upload: true } ? WithContent<Result<E>> : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The version that the caller last saw, if sent. */
  ifMatch: E extends { ifMatch: true } ? number | null : undefined;
  /** For an idempotent endpoint: stores the response in the transaction whose result it states. */
  once: E extends { idempotent: true } ? Once<OutputOf<E>> : undefined;
  /** For a stream: authenticates and authorises the caller once more. Throws if they may no longer call this. */
  again: E extends { stream: true } ? () => Promise<AccessScope> : undefined;
};

export type { Versioned };

/** What a handler of a keyed endpoint makes in its transaction. */
type Result<E extends Endpoint> = E extends { versioned: true } ? Versioned<OutputOf<E>> : OutputOf<E>;
export type WithContent<T> = (
  content: unknown,
  run: (by: Answering<T>) => Promise<Answered<T>>,
) => Promise<Answered<T>>;

type Answer<E extends Endpoint> = E extends { idempotent: true }
  ? StoredAnswer
  : TakesKey<E> extends true
    ? Answered<Result<E>>
    : PlainAnswer<E>;
type PlainAnswer<E extends Endpoint> = E extends { versioned: true }
  ? Versioned<OutputOf<E>>
  : OutputOf<E> | JsonText | (E extends { csv: true } | { stream: true } ? undefined : never);

const fastifyPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** RFC 6750, 3.1: a program learns which scope it lacks. */
function mustHaveScope(actor: Actor, endpoint: Endpoint, reply: FastifyReply): void {
  const verdict = decideClient(actor, endpoint);
  const scope = scopesFor(endpoint)?.join(' ');
  if (!verdict.ok) reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
  mustBePermitted(verdict);
}

type Reached = { request: FastifyRequest; reply: FastifyReply };

/** A program has a budget of requests. Every answer to it says what is left, also a refusal. */
function mustHaveBudget({ actor, budget }: Caller, reply: FastifyReply): void {
  if (!actor.client) return;
  const limit = must(budget, 'budget of a program');
  reply.headers(rateLimitHeaders({ ...limit, left: Math.max(0, limit.left) }));
  if (limit.left < 0) throw tooMany(limit.resetSeconds);
}

async function accessScopeFor(
  app: App,
  endpoint: Endpoint,
  { request, reply }: Reached,
): Promise<AccessScope | undefined> {
  if (endpoint.permission === 'anyone') return undefined;
  const caller = await app.authenticate(request);
  const { actor } = caller;
  rememberAccount(request, ownerOf(actor), actor.signIn?.signatoryId === undefined ? undefined : 'Payment URL');
  mustHaveBudget(caller, reply);
  mustHaveScope(actor, endpoint, reply);
  const scope = accessScopeOf(actor, endpoint.permission);
  if (!scope) throw notPermitted();
  mustBePermitted(decideActing(actor, endpoint));
  return scope;
}

function paramsOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (!endpoint.params) return undefined;
  const result = z.safeDecode(endpoint.params, request.params as never);
  // An id that is not a number cannot exist.
  if (!result.success) throw notFound('record');
  return result.data;
}

/** A misspelt filter must not answer with everything. A file may have its version in `v`, for caches. */
function queryOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  refuseUnknownNames(request.query, [...Object.keys(endpoint.query?.shape ?? {}), ...(endpoint.file ? ['v'] : [])]);
  return endpoint.query && parse(endpoint.query, request.query);
}

/** Programs read the same records again and again. A page has no use for a tag of its bytes. */
const isTagged = ({ request, scope }: AnyCall): boolean =>
  request.method === 'GET' && (scope?.actor.client !== undefined || request.headers['if-none-match'] !== undefined);

function sendText(call: AnyCall, { status, contentType, text, headers }: StoredAnswer) {
  const { reply } = call;
  reply.code(status).headers(headers);
  if (contentType === null) return reply.send();
  if (isTagged(call)) {
    const tag = tagOf(text, headers.etag);
    reply.header('etag', tag);
    if (isKnown(call.request, tag)) return reply.code(304).send();
  }
  return reply.type(contentType).send(text);
}

function send(app: App, endpoint: Endpoint, call: AnyCall, answer: unknown) {
  const { reply, params } = call;
  // A streamed file, or a closed connection, needs no further response.
  const { headersSent, destroyed } = reply.raw;
  if (reply.sent || headersSent || destroyed || endpoint.file) return answer;
  if (answer instanceof StoredAnswer) return sendText(call, answer);
  if (answer instanceof JsonText)
    return sendText(call, new StoredAnswer({ status: 200, contentType: jsonType, text: answer.text }));
  return sendText(call, answerFor(endpoint, answer, params, app.encode));
}

type Handle<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>;
type AnyCall = {
  request: FastifyRequest;
  reply: FastifyReply;
  params: unknown;
  by: By;
  scope: AccessScope | undefined;
};

/** Runs what a request asks for once for its Idempotency-Key, or returns the stored response. */
async function runOnce(
  app: App,
  { endpoint, call, content }: { endpoint: Endpoint; call: AnyCall; content?: unknown },
  run: (once: Once<never>) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const { request, reply, params, scope } = call;
  if (!scope) throw new Error(`${endpoint.path}: an idempotent endpoint needs a signed-in caller`);
  const asked = { request, endpoint, actor: scope.actor, params, content };
  const { settled, isReplayed } = await app.keys.once(asked, run);
  if (isReplayed) reply.header('idempotent-replayed', 'true');
  return settled;
}

const hasKey = ({ headers }: FastifyRequest): boolean => headers['idempotency-key'] !== undefined;

/** For an endpoint whose key is optional: the transaction that makes the answer also stores it. */
const answering = (app: App, endpoint: Endpoint, call: AnyCall): WithContent<unknown> =>
  async function withContent(content, run) {
    const as = call.by;
    if (!hasKey(call.request)) return run({ as, keep: async (_tx, value) => new Answered(value, null) });
    const stored = await runOnce(app, { endpoint, call, content }, async ({ settle }) => {
      const answered = await run({
        as,
        keep: async (tx, value) => new Answered(value, await settle(tx, value as never)),
      });
      return answered.stored as StoredAnswer;
    });
    return new Answered<unknown>(undefined, stored);
  };

/** Runs the handler; for a request with a key once for each key. */
async function answerOf<E extends Endpoint>(app: App, endpoint: E, handle: Handle<E>, call: AnyCall): Promise<unknown> {
  const handled = (more: object) => handle({ ...call, ...more } as unknown as Call<E>);
  if (endpoint.idempotent)
    return runOnce(app, { endpoint, call }, (once) => handled({ once }) as unknown as Promise<StoredAnswer>);
  if (!takesKey(endpoint)) return handled({});
  const withContent = answering(app, endpoint, call);
  const answered = await (endpoint.upload
    ? (handled({ withContent }) as unknown as Promise<Answered<unknown>>)
    : withContent(undefined, (by) => handled({ by }) as unknown as Promise<Answered<unknown>>));
  return answered.stored ?? answered.value;
}

/** Mounts an endpoint. Authenticates, authorises and parses here, so that no handler can forget it. */
export function mount<E extends Endpoint>(app: App, endpoint: E, handle: Handle<E>): void {
  app.endpoints.push(endpoint);
  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    onRequest: app.turns.wait(endpoint),
    handler: (request, reply) =>
      app.turns.during(endpoint, request, async () => {
        const scope = await accessScopeFor(app, endpoint, { request, reply });
        const call = {
          scope,
          by: { actor: scope?.actor ?? null, ipAddress: request.ip },
          params: paramsOf(endpoint, request),
          query: queryOf(endpoint, request),
          // An empty body has no fields. The JSON value null is a mistake of the caller.
          body: endpoint.body && parse(endpoint.body, request.body === undefined ? {} : request.body),
          ifMatch: endpoint.ifMatch && versionOf(request),
          request,
          reply,
          again: endpoint.stream && (() => accessScopeFor(app, endpoint, { request, reply })),
        };
        // After parsing, so that mistakes in a form are shown before a password is asked for.
        if (scope) mustBePermitted(decideProof(scope.actor, endpoint, call.body, realNow()));
        return send(app, endpoint, call, await answerOf(app, endpoint, handle, call));
      }),
  });
}
