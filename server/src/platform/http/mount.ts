import { type AccessScope, accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { Actor } from '@kerb/domain/access/actor.ts';
import { decideProof } from '@kerb/domain/access/proof.ts';
import { decideClient, scopesFor } from '@kerb/domain/access/scope-permissions.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { decideActing } from '@kerb/domain/session/view-as.ts';
import type { Endpoint, InputOf, OutputOf } from '@kerb/domain/wire/endpoint.ts';
import type { Caller } from '@kerb/server/platform/auth/authenticate.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { AnswerEncoder } from '@kerb/server/platform/http/answer-encoder.ts';
import type { EventStreams } from '@kerb/server/platform/http/event-streams.ts';
import type { Keys, Once } from '@kerb/server/platform/http/idempotency.ts';
import { JsonText } from '@kerb/server/platform/http/json-text.ts';
import { parse } from '@kerb/server/platform/http/parse.ts';
import type { RequestTurns } from '@kerb/server/platform/http/request-turns.ts';
import { StoredAnswer } from '@kerb/server/platform/http/stored-answer.ts';
import { rateLimitHeaders } from '@kerb/server/platform/limits/rate-limit.ts';
import { mustBePermitted, notFound, notPermitted, Problem, tooMany } from '@kerb/server/platform/problems/problem.ts';
import { ownerOf } from '@kerb/server/platform/queues/lanes.ts';
import { rememberAccount } from '@kerb/server/platform/security/refusals.ts';
import type { By } from '@kerb/server/platform/work.ts';
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
  by: By;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The version that the caller last saw, if sent. */
  ifMatch: number | null;
  /** For an idempotent endpoint: stores the response in the transaction whose result it states. */
  once: E extends { idempotent: true } ? Once<OutputOf<E>> : undefined;
  /** For a stream: authenticates and authorises the caller once more. Throws if they may no longer call this. */
  again: E extends { stream: true } ? () => Promise<AccessScope> : undefined;
};

/** The response of a versioned endpoint: the value, and the version for its ETag. */
export type Versioned<T> = { value: T; version: number };
type Answer<E extends Endpoint> = E extends { idempotent: true }
  ? StoredAnswer
  : E extends { versioned: true }
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

function versionOf(request: FastifyRequest): number | null {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return null;
  const match = /^"(\d{1,9})"$/.exec(header);
  if (!match) throw new Problem(400, 'invalid', 'The If-Match header is not an ETag of ours.');
  return Number(match[1]);
}

function paramsOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (!endpoint.params) return undefined;
  const result = z.safeDecode(endpoint.params, request.params as never);
  // An id that is not a number cannot exist.
  if (!result.success) throw notFound('record');
  return result.data;
}

function send(app: App, endpoint: Endpoint, reply: FastifyReply, answer: unknown) {
  // A streamed file, or a closed connection, needs no further response.
  const { headersSent, destroyed } = reply.raw;
  if (reply.sent || headersSent || destroyed || endpoint.file) return answer;
  if (answer instanceof StoredAnswer) return reply.code(answer.status).type(answer.contentType).send(answer.text);
  if (answer instanceof JsonText) return reply.type('application/json; charset=utf-8').send(answer.text);
  if (!endpoint.response) return reply.code(204).send();
  const { value, version } = endpoint.versioned ? (answer as Versioned<unknown>) : { value: answer, version: null };
  if (version !== null) reply.header('etag', `"${version}"`);
  return reply.code(endpoint.status ?? 200).send(app.encode(endpoint.response, value));
}

type Handle<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>;

/** Runs the handler; for an idempotent endpoint once for each key. */
async function answerOf<E extends Endpoint>(app: App, endpoint: E, handle: Handle<E>, call: Call<E>): Promise<unknown> {
  if (!endpoint.idempotent) return handle(call);
  const callerUserId = call.scope?.actor.userId;
  if (callerUserId === undefined) throw new Error(`${endpoint.path}: an idempotent endpoint needs a signed-in caller`);
  const { settled, isReplayed } = await app.keys.once(
    { request: call.request, endpoint, callerUserId },
    (once) => handle({ ...call, once } as unknown as Call<E>) as Promise<StoredAnswer>,
  );
  if (isReplayed) call.reply.header('idempotent-replayed', 'true');
  return settled;
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
          query: endpoint.query && parse(endpoint.query, request.query),
          body: endpoint.body && parse(endpoint.body, request.body ?? {}),
          ifMatch: versionOf(request),
          request,
          reply,
          again: endpoint.stream && (() => accessScopeFor(app, endpoint, { request, reply })),
        };
        // After parsing, so that mistakes in a form are shown before a password is asked for.
        if (scope) mustBePermitted(decideProof(scope.actor, endpoint, call.body, realNow()));
        return send(app, endpoint, reply, await answerOf(app, endpoint, handle, call as unknown as Call<E>));
      }),
  });
}
