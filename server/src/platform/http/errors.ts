import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { proofNeeded } from '@kerb/domain/access/proof.ts';
import { fileTooLarge } from '@kerb/domain/documents/documents.contract.ts';
import type { FullProblem } from '@kerb/domain/wire/external-refs.ts';
import { unexpectedSentence } from '@kerb/domain/wire/problem.ts';
import { isDatabaseAway } from '@kerb/server/platform/database/database-away.ts';
import type { SecurityHeaders } from '@kerb/server/platform/http/headers.ts';
import { refusedByDatabase } from '@kerb/server/platform/http/refused-by-database.ts';
import { requestIdHeader } from '@kerb/server/platform/http/request-id.ts';
import { DrawingFailure } from '@kerb/server/platform/pdf/render.ts';
import { diskFullCodes, StoreFailure } from '@kerb/server/platform/ports/file-store.ts';
import { Problem, unreadableWords } from '@kerb/server/platform/problems/problem.ts';
import { markRefusal, refusalOf } from '@kerb/server/platform/security/refusals.ts';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Another transaction held the row for too long. */
const lockNotAvailable = '55P03';
/** PostgreSQL ended a statement that took too long, or a pause within a transaction. */
const tookTooLong = new Set(['57014', '25P03']);
/** Codes of a full disk, from the file system and from PostgreSQL. */
const diskFull = new Set([...diskFullCodes, '53100']);

const tryAgainSoon = { retryAfterSeconds: 2 };
const restarting = () =>
  new Problem(503, 'unavailable', 'The service is restarting. Please try again in a moment.', tryAgainSoon);

/** Every error as a Problem. An unexpected error reveals nothing to the caller. */
function asProblem(error: FastifyError): Problem {
  if (error instanceof Problem) return error;
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return new Problem(413, 'too-large', fileTooLarge);
  if (error.statusCode === 413) return new Problem(413, 'too-large', 'The request is too large.');
  if (error.statusCode === 415)
    return new Problem(415, 'unsupported', 'The request is of a type that is not understood.');
  if (error.statusCode && error.statusCode < 500) return new Problem(400, 'invalid', unreadableWords);
  if (isDatabaseAway(error)) return restarting();
  if (error.code === lockNotAvailable) {
    const words = 'Somebody else is changing this right now, and nothing was saved. Please try again in a moment.';
    return new Problem(503, 'busy', words, tryAgainSoon);
  }
  if (tookTooLong.has(error.code)) {
    return new Problem(503, 'busy', 'This took too long, and nothing was saved. Please try again.', tryAgainSoon);
  }
  if (diskFull.has(error.code)) {
    const words = 'The service has no room to store this, and nothing was saved. Please try again later.';
    return new Problem(507, 'storage-full', words, { retryAfterSeconds: 60 });
  }
  if (error instanceof DrawingFailure) {
    return new Problem(503, 'busy', 'The document could not be made in time. Please try again.', tryAgainSoon);
  }
  if (error instanceof StoreFailure) {
    const words = 'Files cannot be stored or read right now, and nothing was saved. Please try again in a moment.';
    return new Problem(503, 'unavailable', words, { retryAfterSeconds: 5 });
  }
  const refused = refusedByDatabase(error);
  if (refused) return refused;
  return new Problem(500, 'unexpected', unexpectedSentence);
}

/** A name of the one request that failed, for logs and support. It cannot be opened (RFC 9457, 3.1.5). */
const instanceOf = (requestId: string): string => `/requests/${requestId}`;

/** The problem as JSON text. If the fault is ours, the request's id is the reference that people can give us. */
export function problemText(problem: Problem, requestId?: string): string {
  const body: FullProblem = {
    type: `/problems/${problem.code}`,
    title: STATUS_CODES[problem.status] ?? 'Error',
    status: problem.status,
    detail: problem.message,
    displayText: problem.message,
    ...(requestId !== undefined && { instance: instanceOf(requestId) }),
    ...(problem.existing && { existing: problem.existing }),
    ...(problem.validation && { validation: problem.validation }),
    ...(problem.status >= 500 && requestId !== undefined && { requestId }),
  };
  return JSON.stringify(body);
}

/** Refusals that are part of ordinary use: the web asks for the password, or has switched changes off. */
const ordinary = new Set([proofNeeded, 'viewing-as']);

/** Says in which security event a refusal is recorded. A handler may have said more already. */
export function markProblem(request: FastifyRequest, problem: Problem): void {
  if (refusalOf(request) !== undefined) return;
  if (problem.event) markRefusal(request, { kind: problem.event });
  else if (ordinary.has(problem.code)) markRefusal(request, null);
}

/** Seconds for Retry-After, by status, if the problem has none of its own. */
const usualWait: Partial<Record<number, number>> = { 429: 60, 503: 60 };

/** RFC 6750, 3: an error is named only to a caller who sent a token. */
const challengeFor = ({ headers }: FastifyRequest): string =>
  /^Bearer /i.test(headers.authorization ?? '')
    ? 'Bearer error="invalid_token", error_description="The token has expired, was revoked or is not ours."'
    : 'Bearer';

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  markProblem(reply.request, problem);
  const later = problem.retryAfterSeconds ?? usualWait[problem.status];
  if (later !== undefined) reply.header('retry-after', later);
  if (problem.status === 401 && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', challengeFor(reply.request));
  const text = problemText(problem, String(reply.request.id));
  return reply.code(problem.status).type('application/problem+json').send(text);
}

/** For a malformed address, which no route, hook or error handler of ours sees. */
export function answerUnreadable(headers: SecurityHeaders) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers({ ...headers, [requestIdHeader]: request.id, 'cache-control': 'no-store' });
    sendProblem(reply, asProblem(error));
  };
}

// biome-ignore format: a table
const brokenRequests: Record<string, { status: number; words: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, words: 'The request took too long to arrive.' },
  HPE_HEADER_OVERFLOW:      { status: 431, words: 'The headers of the request are too large.' },
};
const notHttp = { status: 400, words: unreadableWords };

/** For bytes that are not an HTTP request: there is only the connection, so the response is written by hand. */
export function answerBrokenRequest(headers: SecurityHeaders) {
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const { status, words } = brokenRequests[error.code] ?? notHttp;
    const requestId = randomUUID();
    const body = problemText(new Problem(status, 'invalid', words), requestId);
    const lines = Object.entries({
      ...headers,
      [requestIdHeader]: requestId,
      'cache-control': 'no-store',
      'content-type': 'application/problem+json',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    socket.destroy(error);
  };
}

/** A server that is stopping takes no new request. Fastify's own answer would have no headers of ours. */
export function refuseWhileStopping(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onRequest', async () => {
    if (isStopping) throw restarting();
  });
}

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = asProblem(error);
    // Under overload there are many of them, and none is a fault of the code.
    if (error instanceof Problem && problem.code === 'busy')
      request.log.warn('request refused, because the server is busy');
    else if (problem.status >= 500) request.log.error({ err: error }, 'request failed');
    else if (problem.cause === error) request.log.warn({ err: error }, 'the database refused a change of money');
    return sendProblem(reply, problem);
  });
}
